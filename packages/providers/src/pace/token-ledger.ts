const MINUTE = 60_000;
/** What a reply is taken to have before any is known: more than the JSON asked for needs. */
const FIRST_OUTPUT = 300;

/** One request's tokens in the ledger. */
export interface Reservation {
  at: number;
  tokens: number;
}

/** Tokens of the last minute under a limit a minute. Moments in milliseconds. */
export interface TokenLedger {
  /** The moment from which a request of so many tokens may be sent. */
  next(tokens: number): number;
  reserve(tokens: number, now: number): Reservation;
  /** Puts what was really used in the place of the estimate. */
  correct(reservation: Reservation, inputTokens: number, outputTokens: number): void;
  /** An estimate: four characters a token, and the mean of the replies so far. */
  estimate(prompt: string): number;
}

/**
 * Keeps the tokens of any minute within the limit, as far as the estimates of the calls under way
 * are right. A request that is larger than the limit goes alone, since it would never go otherwise.
 */
export function tokenLedger(tpm: number): TokenLedger {
  const held: Reservation[] = [];
  let replies = 1;
  let output = FIRST_OUTPUT;
  return {
    next(tokens) {
      if (tpm === Infinity) return -Infinity;
      let sum = tokens;
      for (let i = held.length - 1; i >= 0; i--) {
        const { at, tokens: more } = held[i] as Reservation;
        sum += more;
        if (sum > tpm) return at + MINUTE;
      }
      return -Infinity;
    },
    reserve(tokens, now) {
      while (held[0] !== undefined && held[0].at <= now - MINUTE) held.shift();
      const reservation = { at: now, tokens };
      held.push(reservation);
      return reservation;
    },
    correct(reservation, inputTokens, outputTokens) {
      reservation.tokens = inputTokens + outputTokens;
      replies++;
      output += outputTokens;
    },
    estimate: (prompt) => Math.ceil(prompt.length / 4 + output / replies),
  };
}
