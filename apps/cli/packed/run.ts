import { execFile } from "node:child_process";
import { delimiter } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** The folder that a program runs in, and a folder to put at the start of `PATH`. */
export interface InstallPlace {
  readonly folder: string;
  readonly path?: string;
  /** What the environment has besides. */
  readonly env?: NodeJS.ProcessEnv;
}

/** A program's output on both streams. */
export interface ProgramOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program and returns its output.
 *
 * @throws Error with the output if it fails
 */
export async function run(
  program: string,
  args: readonly string[],
  place: InstallPlace,
): Promise<ProgramOutput> {
  try {
    return await execute(program, args, { ...whereOf(place), maxBuffer: 64e6 });
  } catch (error) {
    const { stdout, stderr, message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${[program, ...args].join(" ")}\n${stdout ?? ""}${stderr ?? message}`);
  }
}

/** The path of a Node binary that npm downloads, such as `node@22.13`. */
export async function fetchNode(spec: string, folder: string): Promise<string> {
  const args = ["--yes", `--package=${spec}`, "node", "-p", "process.execPath"];
  return (await run("npx", args, { folder })).stdout.trim();
}

/** The folder and the environment for a program in this place. */
function whereOf({ folder, path, env: more }: InstallPlace): {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
} {
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: "1", ...more };
  if (path !== undefined) env["PATH"] = `${path}${delimiter}${env["PATH"]}`;
  return { cwd: folder, env };
}
