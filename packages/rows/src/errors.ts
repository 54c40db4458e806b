import { SentenceError } from "@promptnce/core/errors";

/** What a file holds, or where it is, is in the way: one sentence that says where and what to do; exit code 1. */
export class DataError extends SentenceError {
  override readonly name = "DataError";
}

/** Thrown where results go to a reader that has seen enough, like head: the end of the work, no failure. */
export class ClosedPipe extends Error {
  override readonly name = "ClosedPipe";
}
