import { dollarText, type Sentence, SentenceError, ProviderError } from "@promptnce/core/errors";

// The engine's errors, besides those of a provider. Each says in one sentence what was wrong and
// what to do.

/**
 * All requests were sent, and some failed because the server, or the connection to it, was down.
 * These are not stored, since their failure says nothing about their prompts. Repeating the run
 * sends only them.
 */
export class UnansweredError extends ProviderError {
  /** How many requests failed this way. */
  readonly requests: number;
  /** The error of the last of these requests. */
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
      `${last.message} (${those} failed like this, which says more about the server than about ${end}.)`,
      last,
    );
    this.requests = requests;
    this.last = last;
  }
}

/** A journal cannot be used: one sentence that names the file and what to do. */
export class JournalError extends SentenceError {
  override readonly name = "JournalError";
}

/** The next call could exceed the budget: nothing failed, and every reply paid for is kept. */
export class BudgetError extends SentenceError {
  override readonly name = "BudgetError";
  /** US dollars spent under this budget. */
  readonly spent: number;
  /** The budget in US dollars. */
  readonly limit: number;

  constructor(spent: number, limit: number, next: number) {
    super(
      (write) =>
        `The budget of ${dollarText(limit)} would be exceeded: $${spent.toFixed(4)} is spent and the next call may cost $${next.toFixed(4)}. All replies paid for are kept; to go on, repeat the run with a larger budget, or with a limit on replies (${write("maxTokens")}), which lowers the most that a call may cost.`,
    );
    this.spent = spent;
    this.limit = limit;
  }
}

/** This Node is older than the packages need: one sentence that names both versions. */
export class NodeVersionError extends Error {
  override readonly name = "NodeVersionError";
}

/** The system does not allow a file to be written: one sentence, exit code 1. */
export class PlaceError extends SentenceError {
  override readonly name = "PlaceError";
}

/**
 * The run is complete and written, except for requests that failed for good: one sentence, exit
 * code 4.
 */
export class SomeFailed extends Error {
  override readonly name = "SomeFailed";
  /** How many requests failed; `retryFailed` would send them once more. */
  readonly failed: number;

  constructor(message: string, failed = 0) {
    super(message);
    this.failed = failed;
  }
}

/** A run stopped because too few of its replies were usable: one sentence, exit code 5. */
export class StoppedEarly extends SentenceError {
  override readonly name = "StoppedEarly";
  /**
   * How many requests failed for good, where the run stopped for that reason; `retryFailed` would
   * send them once more.
   */
  readonly failed: number;

  constructor(sentence: Sentence, failed = 0) {
    super(sentence);
    this.failed = failed;
  }
}

/**
 * Only a person may decide to continue, and nobody could be asked: one sentence that says how to
 * agree in advance, exit code 2.
 */
export class UnconfirmedError extends SentenceError {
  override readonly name = "UnconfirmedError";
}

/**
 * A person ended the run, with Ctrl-C or by answering no. Its message is shown as it is, not as an
 * error; exit code 1.
 */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}
