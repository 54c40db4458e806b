import { type Sentence, SentenceError } from "@promptnce/core/errors";
import { ProviderError } from "@promptnce/providers";

// What the engine throws besides a provider's own errors. Each says in one sentence what was wrong and what to do.

/**
 * All is asked, and some requests were not answered since the server, or the way to it, was down: none of them is stored,
 * as that says nothing of their prompts. The same run again asks only them.
 */
export class UnansweredError extends ProviderError {
  /** How many. */
  readonly requests: number;
  /** What the last of them met. */
  readonly last: ProviderError;

  constructor(last: ProviderError, requests: number) {
    const [those, end] =
      requests === 1
        ? ["1 request", "its prompt: it is not kept as failed, and the same run asks it again"]
        : [
            `${requests} requests`,
            "their prompts: none is kept as failed, and the same run asks them again",
          ];
    super(
      `${last.message} (${those} failed like this, which says more of the server than of ${end}.)`,
      last,
    );
    this.requests = requests;
    this.last = last;
  }
}

/** A journal that cannot be used, in one sentence that names the file and what to do. */
export class JournalError extends SentenceError {
  override readonly name = "JournalError";
}

/** A run that would pass its budget: nothing failed, and what was paid for is kept. */
export class BudgetError extends SentenceError {
  override readonly name = "BudgetError";
  /** US dollars spent under this budget. */
  readonly spent: number;
  /** US dollars. */
  readonly limit: number;

  constructor(spent: number, limit: number, next: number) {
    super(
      (write) =>
        `The budget of $${limit.toFixed(2)} would be passed: $${spent.toFixed(4)} are spent and the next call may cost $${next.toFixed(4)}. All replies paid for are kept; to go on, run the same command again with a larger budget, or with a limit on replies (${write("maxTokens")}) under which a call may cost less.`,
    );
    this.spent = spent;
    this.limit = limit;
  }
}

/** A file that the system does not let be written: one sentence, exit code 1. */
export class PlaceError extends SentenceError {
  override readonly name = "PlaceError";
}

/** All is done and written, but for requests that failed for good: one sentence, exit code 4. */
export class SomeFailed extends Error {
  override readonly name = "SomeFailed";
  /** How many requests failed, which `retryFailed` would ask once more. */
  readonly failed: number;

  constructor(message: string, failed = 0) {
    super(message);
    this.failed = failed;
  }
}

/** A run went no further since too little of what came could be used: one sentence, exit code 5. */
export class StoppedEarly extends SentenceError {
  override readonly name = "StoppedEarly";
  /** How many requests failed for good, where it ended for that, which `retryFailed` would ask once more. */
  readonly failed: number;

  constructor(sentence: Sentence, failed = 0) {
    super(sentence);
    this.failed = failed;
  }
}

/** Only a person may decide to go on, and nobody could be asked: one sentence that says how to agree before, exit code 2. */
export class UnconfirmedError extends SentenceError {
  override readonly name = "UnconfirmedError";
}

/** A person ended the work, by Ctrl-C or by a no: told by its sentence alone, which is no error, with exit code 1. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}
