import { execFile } from "node:child_process";
import { delimiter } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Where a program runs, and what stands before the rest of `PATH`. */
export interface InstallPlace {
  readonly folder: string;
  readonly path?: string;
}

/** What a program left on its two outputs. */
export interface ProgramOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** What a program printed. One that fails throws with all that it said. */
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

/** The file of a Node that npm has fetched, as `node@22.13`. */
export async function fetchNode(spec: string, folder: string): Promise<string> {
  const args = ["--yes", `--package=${spec}`, "node", "-p", "process.execPath"];
  return (await run("npx", args, { folder })).stdout.trim();
}

/** Folder and environment of a program there. */
function whereOf({ folder, path }: InstallPlace): {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
} {
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: "1" };
  if (path !== undefined) env["PATH"] = `${path}${delimiter}${env["PATH"]}`;
  return { cwd: folder, env };
}
