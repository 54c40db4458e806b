import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const modules = join(import.meta.dirname, "../node_modules");
const here = (name: string): string => JSON.stringify(join(import.meta.dirname, name));

const CONFIG = `export default { test: {
  include: ["*.test.ts"],
  exclude: [],
  setupFiles: [${here("programs.test.support.ts")}],
} };`;

const FAILING = `
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { runHere } from ${here("run-here.ts")};
it("runs a program", async () => {
  const child = spawn(process.execPath, ["-e", "console.error('no such model'); process.exit(7)"]);
  const [code] = await once(child, "close");
  expect(code).toBe(0);
});
it("runs one in this process", async () => {
  const { status } = await runHere(async () => (console.log("no such file"), 2), { env: {} });
  expect(status).toBe(0);
});`;

it(
  "a test that fails says how the programs that it ran have ended, and their last lines",
  { tags: "full" },
  () => {
    // Where vitest is found, which a temporary folder elsewhere would not have.
    const folder = mkdtempSync(join(modules, ".failing-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "vitest.config.ts"), CONFIG);
    writeFileSync(join(folder, "failing.test.ts"), FAILING);
    const args = ["run", "--root", folder, "--reporter=json", "--outputFile=report.json"];
    spawnSync(process.execPath, [join(modules, "vitest/vitest.mjs"), ...args], { cwd: folder });
    const report = readFileSync(join(folder, "report.json"), "utf8");
    for (const said of [
      "expected 7 to be +0",
      "ended with exit code 7; its last lines:\\n  no such model",
      "the program in this process ended with exit code 2; its last lines:\\n  no such file",
    ]) {
      expect(report).toContain(said);
    }
  },
);
