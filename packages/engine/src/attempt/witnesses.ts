import type { Witnesses } from "./blame.ts";

/** The attempts of one request, as far as they are reported. */
export interface RequestAttempts {
  /** An attempt is sent. */
  sent(): void;
  /** The attempt ended without a reply. */
  missed(): void;
  /** The attempt was answered. */
  answered(): void;
  /** The replies to other requests meanwhile. */
  readonly witnesses: Witnesses;
}

/**
 * The attempts of all requests of one kind of question, in the order in which they are reported.
 */
export interface AttemptsOfKind {
  /** The number of answered attempts. */
  readonly answered: number;
  /** Begins the attempts of a new request. */
  begin(): RequestAttempts;
}

export function attemptsOfKind(): AttemptsOfKind {
  let now = 0;
  let answered = 0;
  let lastAnswer = -1;
  /** The latest sending time among the attempts answered so far. */
  let latestAnswered = -1;
  const begin = (): RequestAttempts => {
    let firstSent = ++now;
    let lastSent = firstSent;
    let firstMissed = Infinity;
    let between = false;
    return {
      sent(): void {
        lastSent = ++now;
        // Before its first failure a request may have waited for its turn, and replies during that
        // wait tell nothing about it.
        if (firstMissed === Infinity) firstSent = lastSent;
        between ||= latestAnswered > firstMissed;
      },
      missed(): void {
        firstMissed = Math.min(firstMissed, ++now);
      },
      answered(): void {
        answered++;
        lastAnswer = ++now;
        latestAnswered = Math.max(latestAnswered, lastSent);
      },
      get witnesses(): Witnesses {
        return { sinceSent: lastAnswer > firstSent, between };
      },
    };
  };
  return {
    get answered(): number {
      return answered;
    },
    begin,
  };
}
