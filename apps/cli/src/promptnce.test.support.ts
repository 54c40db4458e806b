import { spawn } from "node:child_process";
import { Console } from "node:console";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
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
  /** What comes in on standard input; nothing if not given. */
  readonly stdin?: string;
}

interface StartOptions extends RunOptions {
  /** Sends the signal as soon as standard error has that text. */
  readonly stopAt?: { readonly said: string; readonly signal: NodeJS.Signals };
}

/** The environment of a command, with nothing of this process's settings for it. */
function environment(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PROMPTNCE_DATA: _, FORCE_COLOR: __, ...inherited } = process.env;
  return { ...inherited, NO_COLOR: "1", ...given };
}

/**
 * Runs the command as a user would, but in this process, which takes a hundredth of the time; calls
 * wait for one another. What only a process has, as signals, pipes that close and terminals, needs
 * `startPromptnce`.
 */
export function promptnce(args: readonly string[], { env = {}, stdin = "" }: RunOptions = {}): Promise<Finished> {
  const finished = last.then(() => runHere(args, environment(env), stdin));
  last = finished.then(
    () => {},
    () => {},
  );
  return finished;
}

let last: Promise<void> = Promise.resolve();

async function runHere(args: readonly string[], env: NodeJS.ProcessEnv, stdin: string): Promise<Finished> {
  const { run } = await import("./run.ts");
  const said = { stdout: "", stderr: "" };
  using restored = new DisposableStack();
  for (const name of ["stdout", "stderr"] as const) {
    const stream = process[name];
    const { write } = stream;
    restored.defer(() => void (stream.write = write));
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      said[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      const written = rest.at(-1);
      if (typeof written === "function") process.nextTick(written);
      return true;
    };
    replace(restored, stream, "isTTY", false);
    const listeners = stream.listeners("error") as (() => void)[];
    restored.defer(() => {
      for (const one of stream.listeners("error") as (() => void)[]) {
        if (!listeners.includes(one)) stream.off("error", one);
      }
    });
  }
  replace(restored, globalThis, "console", new Console(process.stdout, process.stderr));
  replace(restored, process, "stdin", Object.assign(Readable.from([stdin]), { isTTY: false }));
  replace(restored, process, "env", env);
  process.exitCode = undefined;
  restored.defer(() => void (process.exitCode = undefined));
  for (const event of ["SIGINT", "SIGTERM", "SIGHUP", "exit"]) {
    const listeners = process.listeners(event as "SIGINT");
    restored.defer(() => {
      for (const one of process.listeners(event as "SIGINT")) if (!listeners.includes(one)) process.off(event, one);
    });
  }
  const status = await run(args);
  return { status, ...said };
}

/** Puts a value in the place of a property until the stack is disposed of. */
function replace(stack: DisposableStack, owner: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(owner, name) ?? { value: undefined };
  Object.defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true });
  stack.defer(() => void Object.defineProperty(owner, name, before));
}

/** Runs the command in a process of its own. */
export async function startPromptnce(
  args: readonly string[],
  { env = {}, stdin = "", stopAt }: StartOptions = {},
): Promise<Finished> {
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

/** A new folder that goes when the test is over. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
