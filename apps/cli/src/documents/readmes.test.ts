import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { firstProgram } from "@promptnce/testing/markdown";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../..");

/** Those of engine, postgres and rows need a folder, a database or a server: they have tests there. */
const packages = ["case-study", "datasets", "prompts", "rehearsal"];
const ofPackage = (name: string) => ({
  document: `packages/${name}/README.md`,
  // There the package's own name resolves as it does for a user.
  home: `packages/${name}`,
});

describe.each([
  { all: [ofPackage("core"), { document: "CONTRIBUTING.md", home: "packages/core" }], tags: [] },
  { all: packages.map(ofPackage), tags: ["full"] },
])("the first program", ({ all, tags }) => {
  it.concurrent.each(all)(
    "of $document runs and prints what is promised",
    { tags },
    async ({ document, home }) => {
      const { code, output = "" } = firstProgram(readFileSync(join(root, document), "utf8"));
      const args = ["--input-type=module-typescript", "--eval", code];
      const place = { cwd: join(root, home) };
      expect((await promisify(execFile)(process.execPath, args, place)).stdout).toBe(output);
    },
  );
});
