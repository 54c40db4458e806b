import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { firstProgram } from "@promptnce/testing/markdown";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../..");

it.concurrent.each([
  // Those of engine, postgres and rows need a folder, a database or a server: they have tests there.
  ...["core", "case-study", "datasets", "prompts", "rehearsal"].map((name) => ({
    document: `packages/${name}/README.md`,
    // There the package's own name resolves as it does for a user.
    home: `packages/${name}`,
  })),
  { document: "CONTRIBUTING.md", home: "packages/core" },
])("the first program of $document runs and prints what is promised", async (one) => {
  const { code, output = "" } = firstProgram(readFileSync(join(root, one.document), "utf8"));
  const args = ["--input-type=module-typescript", "--eval", code];
  const place = { cwd: join(root, one.home) };
  expect((await promisify(execFile)(process.execPath, args, place)).stdout).toBe(output);
});
