import type { Usage } from "@promptnce/core";

const MINUTE = 60_000;
/** The output tokens assumed before the first reply: more than the requested JSON needs. */
const FIRST_OUTPUT = 300;

/** One request's tokens in the ledger. */
export interface Reservation {
  readonly at: number;
  tokens: number;
}

export interface TokenLedger {
  /** The earliest time for a request of this many tokens. */
  next(tokens: number): number;
  reserve(tokens: number, now: number): Reservation;
  /** Replaces the estimate by the tokens actually used. */
  correct(reservation: Reservation, usage: Usage): void;
  /** Estimates the tokens of a request: four characters a token, plus the mean reply so far. */
  estimate(prompt: string): number;
}

/**
 * Keeps the tokens of any minute within the limit, as far as the estimates for calls under way are
 * right. A request larger than the limit is sent alone, since it could never be sent otherwise.
 */
export function tokenLedger(tpm: number): TokenLedger {
  const held: Reservation[] = [];
  let replies = 1;
  let output = FIRST_OUTPUT;
  return {
    next(tokens) {
      if (tpm === Infinity) return -Infinity;
      let sum = tokens;
      const full = held.findLast((reservation) => {
        sum += reservation.tokens;
        return sum > tpm;
      });
      return full === undefined ? -Infinity : full.at + MINUTE;
    },
    reserve(tokens, now) {
      while (held[0] !== undefined && held[0].at <= now - MINUTE) {
        held.shift();
      }
      const reservation = { at: now, tokens };
      held.push(reservation);
      return reservation;
    },
    correct(reservation, { inputTokens, outputTokens }) {
      reservation.tokens = inputTokens + outputTokens;
      replies++;
      output += outputTokens;
    },
    estimate: (prompt) => Math.ceil(prompt.length / 4 + output / replies),
  };
}
