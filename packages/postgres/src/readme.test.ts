import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { firstProgram } from "@promptnce/testing/markdown";
import { hasPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "..");

it.skipIf(!hasPostgres)(
  "the README's program keeps a reply in a database and prints what the README says",
  async () => {
    const readme = readFileSync(join(folder, "README.md"), "utf8");
    const { code, output } = firstProgram(readme);
    const address = await (await postgresOfRun()).database("study");
    const program = code.replace("postgres://me@db.example/study", address);
    const args = ["--input-type=module-typescript", "--eval", program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
    expect(stdout).toBe(output);
  },
);
