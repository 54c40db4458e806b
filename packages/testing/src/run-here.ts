import { Console } from "node:console";
import { channel } from "node:diagnostics_channel";
import { Readable } from "node:stream";

/** The result of a finished program. */
export interface ProgramResult {
  /** The exit code; `null` if a signal ended the program. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The channel on which each finished program is told. */
export const FINISHED = "promptnce:finished";

/** The surroundings of a program. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** The working directory; this process's by default. */
  readonly cwd?: string;
  /** What is on standard input; empty by default. */
  readonly stdin?: string | Uint8Array;
}

/**
 * The exit code and the output of a program that runs in this process, which saves tests the start
 * of another one. Its output streams are no terminals. Calls run one after another, and every
 * change to the process is undone. Signals, closing pipes and terminals cannot be tested this way.
 */
export function runHere(
  program: () => Promise<number>,
  surroundings: Surroundings,
): Promise<ProgramResult> {
  const finished = before.then(() => alone(program, surroundings));
  before = finished.catch(() => {});
  return finished;
}

let before: Promise<unknown> = Promise.resolve();

async function alone(
  program: () => Promise<number>,
  { env, cwd = process.cwd(), stdin = "" }: Surroundings,
): Promise<ProgramResult> {
  using restored = new DisposableStack();
  const folder = process.cwd();
  restored.defer(() => process.chdir(folder));
  process.chdir(cwd);
  keepListeners(restored, process, ["SIGINT", "SIGTERM", "SIGHUP", "exit"]);
  const stdout = captured(restored, process.stdout);
  const stderr = captured(restored, process.stderr);
  replace(restored, globalThis, "console", new Console(process.stdout, process.stderr));
  replace(restored, process, "stdin", Readable.from([stdin]));
  replace(restored, process, "env", { ...env });
  const { exitCode } = process;
  restored.defer(() => void (process.exitCode = exitCode));
  process.exitCode = undefined;
  const status = await program();
  const finished = { status, stdout: stdout.join(""), stderr: stderr.join("") };
  channel(FINISHED).publish(finished);
  return finished;
}

/** Captures what is written to the stream from now on, instead of writing it. */
function captured(stack: DisposableStack, stream: NodeJS.WriteStream): readonly string[] {
  const pieces: string[] = [];
  keepListeners(stack, stream, ["error"]);
  replace(stack, stream, "isTTY", false);
  replace(stack, stream, "write", (piece: string | Uint8Array, ...rest: unknown[]): boolean => {
    pieces.push(typeof piece === "string" ? piece : Buffer.from(piece).toString());
    const written = rest.at(-1);
    if (typeof written === "function") process.nextTick(written);
    return true;
  });
  return pieces;
}

/** Replaces the value of a property until the stack is disposed. */
function replace(stack: DisposableStack, owner: object, name: string, value: unknown): void {
  const property = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, {
    value,
    configurable: true,
    writable: true,
    enumerable: true,
  });
  stack.defer(() => {
    if (property === undefined) Reflect.deleteProperty(owner, name);
    else Object.defineProperty(owner, name, property);
  });
}

/** Removes the listeners added since this call when the stack is disposed. */
function keepListeners(
  stack: DisposableStack,
  emitter: NodeJS.EventEmitter,
  events: readonly string[],
): void {
  for (const event of events) {
    const kept = emitter.listeners(event);
    stack.defer(() => {
      for (const one of emitter.listeners(event)) {
        if (!kept.includes(one)) emitter.off(event, one as () => void);
      }
    });
  }
}
