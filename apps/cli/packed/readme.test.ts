import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { documents } from "./published.ts";
import { readmeExample } from "./readme-example.ts";

it("the first program of CONTRIBUTING.md runs and prints the promised output", () => {
  const { code, output = "" } = readmeExample(readFileSync(documents.get("contributing")!, "utf8"));
  const args = ["--input-type=module-typescript", "--eval", code];
  const folder = join(import.meta.dirname, "..");
  expect(execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" })).toBe(output);
});
