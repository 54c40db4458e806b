import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "..");

test("the README's example prints what the README says", () => {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const example = /```ts\n([\s\S]*?)```/.exec(readme)![1]!;
  const promised = /^\/\/ prints (.+)$/m.exec(example)![1]!;
  // Run in the package's folder, where its own name resolves as it does for a user.
  const printed = execFileSync(
    process.execPath,
    ["--input-type=module-typescript", "--eval", example],
    { cwd: folder, encoding: "utf8" },
  );
  expect(printed).toBe(`${promised}\n`);
});
