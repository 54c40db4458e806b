import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("suppresses this one warning and no other", async () => {
  const file = JSON.stringify(join(import.meta.dirname, "without-sqlite-warning.ts"));
  const program = `await import(${file});
    process.emitWarning("SQLite is an experimental feature and might change at any time", "ExperimentalWarning");
    process.emitWarning("another", "ExperimentalWarning");`;
  const args = ["--input-type=module", "--eval", program];
  const { stderr } = await promisify(execFile)(process.execPath, args);
  expect(stderr).toContain("ExperimentalWarning: another");
  expect(stderr).not.toContain("SQLite");
});
