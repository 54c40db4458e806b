import type { Witnesses } from "./blame.ts";

/** Whether other requests are answered while one is under way, as is known at the time of asking. */
export interface WitnessReport {
  readonly witnesses: Witnesses;
}

/** When the last attempt was sent, and when it ended; the same where its end is not reported. */
export interface AttemptTimes {
  readonly sent: number;
  readonly missed: number;
}

/** The attempts of one request, as far as they are reported. */
export interface RequestAttempts extends WitnessReport {
  /** An attempt is sent. */
  sent(): void;
  /** The attempt ended without a reply. */
  missed(): void;
  /** The attempt was answered. */
  answered(): void;
  readonly times: AttemptTimes;
}

/**
 * The attempts of all requests of one kind of question, in the order in which they are reported.
 */
export interface AttemptsOfKind {
  /** The number of answered attempts. */
  readonly answered: number;
  /** When the latest of the answered attempts was sent, in the time of {@link RequestAttempts}. */
  readonly latestAnswered: number;
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
    let lastMissed = lastSent;
    let between = false;
    let isReported = false;
    return {
      sent(): void {
        lastSent = ++now;
        isReported = true;
        // Before its first failure a request may have waited for its turn, and replies during that
        // wait tell nothing about it.
        if (firstMissed === Infinity) firstSent = lastSent;
        lastMissed = lastSent;
        between ||= latestAnswered > firstMissed;
      },
      missed(): void {
        now++;
        firstMissed = Math.min(firstMissed, now);
        // Requests that leave together are not reported as sent: their order is that of their begin.
        if (isReported) lastMissed = now;
      },
      answered(): void {
        answered++;
        lastAnswer = ++now;
        latestAnswered = Math.max(latestAnswered, lastSent);
      },
      get witnesses(): Witnesses {
        const sentLater = latestAnswered > firstSent;
        return { sinceSent: lastAnswer > firstSent, sentLater, between };
      },
      get times() {
        return { sent: lastSent, missed: lastMissed };
      },
    };
  };
  return {
    get answered(): number {
      return answered;
    },
    get latestAnswered(): number {
      return latestAnswered;
    },
    begin,
  };
}
