import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BudgetError, JournalError } from "@promptnce/providers";
import { Interrupted, UsageError } from "@promptnce/providers/choose";
import { exitCodeOf } from "./exit-code.ts";

class Own extends Error {}

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

it.each([
  ["wrong usage", new UsageError("--k"), 2],
  ["a budget", new BudgetError(1, 1, 0.1), 3],
  ["a journal that another run has", new JournalError("locked", "in use"), 1],
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
    "a socket's error, which an adapter should have told",
    Object.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write" }),
    undefined,
  ],
  ["a bug", new TypeError("undefined is not a function"), undefined],
  ["a code without a file", Object.assign(new Error("x"), { code: "ERR_X" }), undefined],
  ["what is no error", "text", undefined],
] as const)("%s has the exit code it should", (_, error, code) => {
  expect(exitCodeOf(error, [Own])).toBe(code);
});
