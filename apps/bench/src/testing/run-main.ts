import { spawn } from "node:child_process";
import { join } from "node:path";

const main = join(import.meta.dirname, "..", "main.ts");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program as a person would, in `cwd`; `onStart` gets the means to kill it. */
export function runMain(
  args: readonly string[],
  cwd: string,
  {
    env = {},
    onStart,
  }: {
    env?: Record<string, string>;
    onStart?: (kill: (signal?: NodeJS.Signals) => void) => void;
  } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onStart?.((signal = "SIGKILL") => void child.kill(signal));
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
