import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readmeOfAll } from "./published.ts";
import { readmeExample } from "./readme-example.ts";

it("the example of the repository's README runs and prints what the README says", () => {
  const { code, output } = readmeExample(readFileSync(readmeOfAll, "utf8"));
  const args = ["--input-type=module-typescript", "--eval", code];
  const folder = join(import.meta.dirname, "..");
  expect(execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" })).toBe(output);
});
