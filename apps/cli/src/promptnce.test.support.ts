import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The file that `promptnce` runs. */
export const main: string = join(import.meta.dirname, "main.ts");

/** What a finished command left. */
export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Options of Node's own. */
  readonly node?: readonly string[];
  /** Sends the signal as soon as standard error has that text. */
  readonly stopAt?: { readonly said: string; readonly signal: NodeJS.Signals };
}

/**
 * Runs the command as a user would, in a process of its own and with nothing of this process's
 * settings for it.
 */
export async function promptnce(
  args: readonly string[],
  { env = {}, node = [], stopAt }: RunOptions = {},
): Promise<Finished> {
  const { PROMPTNCE_DATA: _, FORCE_COLOR: __, ...inherited } = process.env;
  const child = spawn(process.execPath, [...node, main, ...args], {
    env: { ...inherited, NO_COLOR: "1", ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  let stopped = stopAt === undefined;
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
    if (stopped || stopAt === undefined || !stderr.includes(stopAt.said)) return;
    stopped = true;
    child.kill(stopAt.signal);
  });
  const status = await new Promise<number | null>((done) => child.on("close", done));
  return { status, stdout, stderr };
}

/** A new folder that goes when the test is over. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
