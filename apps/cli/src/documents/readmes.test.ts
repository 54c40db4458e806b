import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { firstProgram } from "@promptnce/testing/markdown";
import { expect, it } from "vitest";

const packages = join(import.meta.dirname, "../../../../packages");

// Those of engine, postgres and rows need a folder, a database or a server: they have tests there.
it.concurrent.each(["core", "case-study", "datasets", "prompts", "providers"])(
  "the README of %s has a program that runs and prints what the README says",
  async (name) => {
    // In the package's folder its own name resolves as it does for a user.
    const cwd = join(packages, name);
    const { code, output } = firstProgram(readFileSync(join(cwd, "README.md"), "utf8"));
    const args = ["--input-type=module-typescript", "--eval", code];
    expect((await promisify(execFile)(process.execPath, args, { cwd })).stdout).toBe(output);
  },
);
