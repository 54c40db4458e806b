import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProgramResult, runHere } from "@promptnce/testing";
import { onTestFinished } from "vitest";
import { run } from "./run.ts";

/** The file that `promptnce` runs. */
export const main: string = join(import.meta.dirname, "main.js");

/** An `estimate` of cues and responses with the number of people who gave each. */
export function estimateCounted(rows: string): string[] {
  return ["estimate", rows, "--task", "words", "--y", "response", "--count", "n"];
}

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** The standard input; empty by default. */
  readonly stdin?: string | Uint8Array;
  /** The working directory. */
  readonly cwd?: string;
}

interface StartOptions extends RunOptions {
  /** Sends the signal as soon as standard error contains the text. */
  readonly stopAt?: { readonly said: string; readonly signal: NodeJS.Signals };
}

/**
 * The environment of a command, without this process's settings for it, and without the servers of
 * this machine.
 */
function environment(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PROMPTNCE_DATA: _, FORCE_COLOR: __, ...inherited } = process.env;
  return { ...inherited, NO_COLOR: "1", PROMPTNCE_PORTS: "", ...given };
}

/**
 * Runs the command as a user would, but in this process. Tests of signals, closed pipes or
 * terminals need `startPromptnce`.
 */
export function promptnce(
  args: readonly string[],
  { env = {}, ...around }: RunOptions = {},
): Promise<ProgramResult> {
  return runHere(() => run(args), { ...around, env: environment(env) });
}

/** Runs the command in its own process. */
export async function startPromptnce(
  args: readonly string[],
  { env = {}, stdin = "", stopAt }: StartOptions = {},
): Promise<ProgramResult> {
  const child = spawn(process.execPath, [main, ...args], { env: environment(env) });
  child.stdin.end(stdin);
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

/** A new folder that is deleted when the test ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
