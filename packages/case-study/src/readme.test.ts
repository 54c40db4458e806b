import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "..");

test("the README's example runs and prints what the README says", () => {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const [, code = "", output] = /```ts\n(.*?)```.*?```text\n(.*?)```/s.exec(readme) ?? [];
  // Run in the package's folder, where its own name resolves as it does for a user.
  const args = ["--input-type=module-typescript", "--eval", code];
  expect(execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" })).toBe(output);
});
