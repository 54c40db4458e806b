import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const folder = join(import.meta.dirname, "..");

test("the README's ten lines score a CSV and print what the README says", () => {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const [, code = "", output] = /```ts\n(.*?)```.*?```text\n(.*?)```/s.exec(readme) ?? [];
  // In the package's folder its own name resolves as it does for a user.
  const cwd = join(folder, "out", "readme");
  mkdirSync(cwd, { recursive: true });
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const [, rows = ""] = /```csv pairs.csv\n(.*?)```/s.exec(readme) ?? [];
  writeFileSync(join(cwd, "pairs.csv"), rows);
  const args = ["--input-type=module-typescript", "--eval", code];
  expect(execFileSync(process.execPath, args, { cwd, encoding: "utf8" })).toBe(output);
  const lines = code.trim().split("\n");
  expect(
    lines.filter((line) => line !== "" && !line.startsWith("import")).length,
  ).toBeLessThanOrEqual(10);
});
