import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { FINISHED, type ProgramResult } from "./run-here.ts";

/** A program that a test ran, and what it wrote last. */
interface Program {
  readonly name: string;
  /** How it ended; `undefined` while it runs. */
  end?: string;
  said: string;
}

let programs: Program[] = [];

const MOST = { characters: 4000, lines: 12 };

/** Node tells this channel of each process that is started, before it is. */
const STARTED = "child_process";

function noteProcess(message: unknown): void {
  const { process: child } = message as { readonly process: ChildProcess };
  const program: Program = { name: "", said: "" };
  programs.push(program);
  child.once("spawn", () => {
    const [command = "", ...words] = child.spawnargs;
    Object.assign(program, { name: [basename(command), ...words].join(" ").slice(0, 300) });
    for (const stream of [child.stdout, child.stderr]) {
      if (stream !== null) noteWritten(stream, program);
    }
  });
  child.once("exit", (code, signal) => {
    program.end = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
  });
}

/** Notes what passes through a stream, and neither reads it nor lets it flow. */
function noteWritten(stream: Readable, program: Program): void {
  const push = stream.push.bind(stream);
  stream.push = (chunk: string | Uint8Array | null, encoding?: BufferEncoding) => {
    if (chunk !== null) {
      const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      program.said = `${program.said}${text}`.slice(-MOST.characters);
    }
    return push(chunk, encoding);
  };
}

function noteFinished(message: unknown): void {
  const { status, stdout, stderr } = message as ProgramResult;
  const said = `${stdout}${stderr}`.slice(-MOST.characters);
  programs.push({
    name: "the program in this process",
    end: `ended with exit code ${status}`,
    said,
  });
}

function lastWordsOf({ name, end = "is still running", said }: Program): string {
  const lines = said.trimEnd().split("\n").slice(-MOST.lines);
  return [`${name} ${end}; its last lines:`, ...lines.map((line) => `  ${line}`)].join("\n");
}

beforeAll(() => {
  subscribe(STARTED, noteProcess);
  subscribe(FINISHED, noteFinished);
});
afterAll(() => {
  unsubscribe(STARTED, noteProcess);
  unsubscribe(FINISHED, noteFinished);
  programs = [];
});
beforeEach(() => {
  programs = programs.filter(({ end }) => end === undefined);
});
/** What programs said last stands in the message of a test that failed. */
afterEach(({ task }) => {
  const [error] = task.result?.errors ?? [];
  if (error === undefined || programs.length === 0) return;
  const words = programs.slice(-3).map(lastWordsOf).join("\n");
  const { message, stack } = error;
  error.message = `${message}\n${words}`;
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
});
