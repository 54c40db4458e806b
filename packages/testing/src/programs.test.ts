import { expect, it } from "vitest";
import { here, ownRun } from "./own-run.test.support.ts";

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
    const setup = `setupFiles: [${here("programs.test.support.ts")}], reporters: ["default"]`;
    const { stderr } = ownRun(setup, { failing: FAILING });
    for (const said of [
      "expected 7 to be +0",
      "ended with exit code 7; its last lines:\n  no such model",
      "the program in this process ended with exit code 2; its last lines:\n  no such file",
    ]) {
      expect(stderr).toContain(said);
    }
  },
);
