import { Console } from "node:console";
import { Readable } from "node:stream";

/** What a finished program left. */
export interface Finished {
  /** Its exit code; null where a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a program finds around it. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** The folder it runs in; this process's if not given. */
  readonly cwd?: string;
  /** What comes in on standard input; nothing if not given. */
  readonly stdin?: string;
}

/**
 * What the program leaves when it is run in this process, which spares the tests the start of another: its exit code
 * and what it wrote to streams that are no terminals. All that it changed of the process, which calls share in turn, is
 * put back. Signals, pipes that close and terminals are not to be had here.
 */
export function runHere(
  program: () => Promise<number>,
  surroundings: Surroundings,
): Promise<Finished> {
  const finished = before.then(() => alone(program, surroundings));
  before = finished.catch(() => {});
  return finished;
}

let before: Promise<unknown> = Promise.resolve();

async function alone(
  program: () => Promise<number>,
  { env, cwd = process.cwd(), stdin = "" }: Surroundings,
): Promise<Finished> {
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
  return { status, stdout: stdout.join(""), stderr: stderr.join("") };
}

/** What is written to the stream from now on, which goes nowhere else. */
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

/** Puts a value in the place of a property until the stack is disposed of. */
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

/** Removes the listeners that are added until the stack is disposed of. */
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
