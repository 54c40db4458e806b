import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { firstProgram } from "@promptnce/testing/markdown";
import { newFolder } from "@promptnce/testing/new-folder";

const folder = resolve(import.meta.dirname, "..");

it("the README's example runs and prints what the README says", () => {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const { code, output } = firstProgram(readme);
  const path = JSON.stringify(join(newFolder(), "replies.jsonl"));
  const args = [
    "--input-type=module-typescript",
    "--eval",
    code.replaceAll('"replies.jsonl"', path),
  ];
  const printed = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  expect(printed).toBe(output);
});
