import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { main as ofSources, newFolder } from "../promptnce.test.support.ts";

const { PROMPTNCE_TEST_INSTALLED: installed, PROMPTNCE_TEST_NODE: ownNode = process.execPath } =
  process.env;

/** Whether the command is the one that the packed check installed, under the oldest Node for it. */
export const isInstalled = installed !== undefined;

/** The packages that a reader's programs import. */
export const modules: string = join(
  installed ?? join(import.meta.dirname, "../.."),
  "node_modules",
);

const main = installed === undefined ? ofSources : join(modules, "@promptnce/cli/dist/main.js");

/** What a script printed, on both streams, and its exit code. */
export interface Printed {
  readonly status: number | null;
  readonly output: string;
}

interface Shell {
  readonly env: NodeJS.ProcessEnv;
  readonly run: (script: string) => Promise<Printed>;
}

/** A reader's shell in a folder: it finds the command, and Node, which may be another one. */
export function readerShell(cwd: string, node: string = ownNode): Shell {
  const bin = join(newFolder(), "bin");
  mkdirSync(bin);
  const python = process.env["PROMPTNCE_PYTHON"];
  const programs = {
    promptnce: `"${node}" "${main}"`,
    node: `"${node}"`,
    ...(python !== undefined && { python3: `"${python}"` }),
  };
  for (const [name, line] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${line} "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const { PROMPTNCE_DATA: _, FORCE_COLOR: __, ...inherited } = process.env;
  const env = { ...inherited, NO_COLOR: "1", PATH: `${bin}${delimiter}${inherited["PATH"]}` };
  return { env, run };

  async function run(script: string): Promise<Printed> {
    const child = spawn("sh", ["-ec", script], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const status = await new Promise<number | null>((done) => child.on("close", done));
    return { status, output };
  }
}
