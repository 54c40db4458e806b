import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runHere } from "@promptnce/testing";
import { bench } from "../bench.ts";

const main = join(import.meta.dirname, "../main.ts");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The environment of a run: the given variables, and of this process only where programs and
 * temporary files are.
 */
function environment(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], TMPDIR: tmpdir(), ...given };
}

/**
 * Runs the program in `cwd` as a user would, but in this process. To kill it or send it a signal,
 * use `startMain`.
 */
export async function runMain(
  args: readonly string[],
  cwd: string,
  { env = {} }: { env?: Record<string, string> } = {},
): Promise<Ended> {
  const { status, stdout, stderr } = await runHere(() => bench(args), {
    env: environment(env),
    cwd,
  });
  return { code: status, stdout, stderr };
}

/** Runs the program in its own process, in `cwd`. `onStart` receives the means to kill it. */
export function startMain(
  args: readonly string[],
  cwd: string,
  onStart: (kill: (signal?: NodeJS.Signals) => void) => void,
  env: Record<string, string> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { ...environment(env), NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onStart((signal = "SIGKILL") => void child.kill(signal));
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
