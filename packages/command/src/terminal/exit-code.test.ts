import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { BudgetError, UnansweredError } from "@promptnce/engine";
import { JournalError } from "@promptnce/engine/journal";
import { Interrupted, SomeFailed, StoppedEarly, UnconfirmedError } from "@promptnce/engine/run";
import { OptionError, ProviderError } from "@promptnce/core/errors";
import { sentenceOf } from "../errors/as-flag.ts";
import { UsageError } from "../errors/usage-error.ts";
import { tellEnd } from "./exit-code.ts";

class Own extends Error {}

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

function told(error: unknown): { ended: number; said: string } {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const ended = tellEnd(error, { name: "error:", own: [Own] });
  const said = write.mock.calls.map(([text]) => text).join("");
  write.mockRestore();
  return { ended, said };
}

afterEach(() => void vi.unstubAllEnvs());

it.each([
  ["wrong usage", new UsageError("--k"), 2],
  ["an option of a library", new OptionError("k", "give at most 5, not 8"), 2],
  ["what only a person may decide", new UnconfirmedError("look first"), 2],
  ["a budget", new BudgetError(1, 1, 0.1), 3],
  ["a journal that another run has", new JournalError("in use"), 1],
  ["requests that failed for good", new SomeFailed("2 of 100"), 4],

  ["a person's no", new Interrupted("Nothing was sent."), 1],
  ["an error of the program's own", new Own("a threshold"), 1],
  ["a file that is not there", thrown(() => readFileSync("/none/such")), 1],
  [
    "a disk that is full",
    Object.assign(new Error("ENOSPC: no space left on device, write"), {
      code: "ENOSPC",
      syscall: "write",
    }),
    1,
  ],
  [
    "a file beyond what is allowed",
    Object.assign(new Error("EFBIG: file too large, write"), { code: "EFBIG", syscall: "write" }),
    1,
  ],
  [
    "a folder in the place of a file",
    Object.assign(new Error("EISDIR: illegal operation on a directory, read"), {
      code: "EISDIR",
      syscall: "read",
    }),
    1,
  ],
] as const)("%s is told in its own sentence and has the exit code it should", (_, error, code) => {
  const { ended, said } = told(error);
  expect(ended).toBe(code);
  expect(said).toBe(`${error instanceof Interrupted ? "" : "error: "}${sentenceOf(error)}\n`);
});

it("an option of a library is told as the flag that sets it", () => {
  const error = new OptionError(
    "columns.y",
    (write) => `there is none; give ${write("maxTokens", 8)}`,
  );
  expect(told(error).said).toBe("error: --y: there is none; give --max-tokens 8\n");
});

it.each([
  [
    "requests that failed for good",
    new SomeFailed("2 of 9.", 2),
    "--retry-failed asks them once more.",
    4,
  ],
  [
    "a request that failed for good",
    new SomeFailed("1 of 9.", 1),
    "--retry-failed asks it once more.",
    4,
  ],
  [
    "nothing to score, since all failed",
    new StoppedEarly("0.", 3),
    "--retry-failed asks them once more.",
    5,
  ],
  [
    "a server that is down",
    new UnansweredError(new ProviderError("No.", { kind: "server", retryable: true }), 3),
    "--max-failures 1 keeps them as failed instead.",
    1,
  ],
  [
    "a run that went no further",
    new StoppedEarly("Too few."),
    "promptnce doctor tries a model with ten short questions.",
    5,
  ],
])("of %s the option or command is named that helps", (_, error, advice, code) => {
  const { ended, said } = told(error);
  expect(said).toBe(`error: ${error.message} ${advice}\n`);
  expect(ended).toBe(code);
});

it.each([
  [
    "a socket's error, which an adapter should have told",
    Object.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write" }),
    "Error: write EPIPE",
  ],
  [
    "a bug",
    new TypeError("undefined is not\na \u001B[31mfunction"),
    "TypeError: undefined is not\na  [31mfunction",
  ],
  ["a code without a file", Object.assign(new Error("x"), { code: "ERR_X" }), "Error: x"],
  ["what is no error", "text", "Error: text"],
])("%s is told as a bug, without its stack", (_, error, what) => {
  const { ended, said } = told(error);
  expect(ended).toBe(1);
  expect(said).toBe(
    `error: this should not have happened (${what}): it is a bug of the program. PROMPTNCE_DEBUG=1 shows where it was; please report that.\n`,
  );
});

it("a bug's stack is shown where it is asked for", () => {
  vi.stubEnv("PROMPTNCE_DEBUG", "1");
  expect(told(new TypeError("x")).said).toMatch(/^error: TypeError: x\n\s+at /);
  expect(told(new UsageError("--k")).said).toBe("error: --k\n");
});
