// What may be wrong with data; apart from the rest, so that a program can name it and load no more
import { SentenceError } from "@promptnce/core/errors";

/**
 * A file cannot be used because of its contents or its location. The message is one sentence that
 * says where the problem is and what to do. The command exits with code 1.
 */
export class DataError extends SentenceError {
  override readonly name = "DataError";
}

/**
 * The reader of standard output, such as `head`, has closed the pipe. The run ends; this is not a
 * failure.
 */
export class ClosedPipe extends Error {
  override readonly name = "ClosedPipe";
}
