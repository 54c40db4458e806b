import type { Witnesses } from "./blame.ts";

/** The attempts of one request, as far as they are told. */
export interface RequestAttempts {
  /** An attempt goes out. */
  sent(): void;
  /** It came back without a reply. */
  missed(): void;
  /** It was answered. */
  answered(): void;
  /** What was answered of other requests meanwhile. */
  readonly witnesses: Witnesses;
}

/** The attempts of all requests of one kind of question, in the order in which they are told. */
export interface AttemptsOfKind {
  /** How many were answered. */
  readonly answered: number;
  /** Those of a request that begins now. */
  begin(): RequestAttempts;
}

export function attemptsOfKind(): AttemptsOfKind {
  let now = 0;
  let answered = 0;
  let lastAnswer = -1;
  /** Of the attempts that were answered so far, when the latest was sent. */
  let latestAnswered = -1;
  const begin = (): RequestAttempts => {
    let firstSent = ++now;
    let lastSent = firstSent;
    let firstMissed = Infinity;
    let between = false;
    return {
      sent(): void {
        lastSent = ++now;
        // Until it has failed once it may have waited for its place, and nothing is known of that time.
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
