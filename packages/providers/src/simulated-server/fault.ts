import type { Random } from "@promptnce/core";

/** What the simulated server can do wrong, by the names that are used to order it. */
export const faultKinds = [
  /** Rejected: too many requests. */
  "429",
  /** Rejected: the vendor failed. */
  "500",
  /** Rejected: the vendor is overloaded. */
  "529",
  /** Never answered. */
  "hang",
  /** The connection ends without a word. */
  "drop",
  /** The connection ends in the middle of the response. */
  "cut",
  /** The response is no JSON. */
  "garbled",
  /** The model's text is JSON with something other than numbers in it. */
  "malformed",
  /** The model's text ends in the middle, and the response says that it reached its limit. */
  "truncated",
  /** The model declines. */
  "refusal",
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** The share of the requests that meet each fault, in [0, 1]; at most 1 together. */
export type FaultShares = Readonly<Partial<Record<FaultKind, number>>>;

/**
 * Checks shares that a user has given.
 *
 * @throws RangeError naming the fault, or that they are more than all together.
 */
export function checkShares(shares: FaultShares): void {
  let sum = 0;
  for (const [kind, share] of Object.entries(shares)) {
    if (!faultKinds.some((known) => known === kind)) {
      throw new RangeError(`There is no fault ${JSON.stringify(kind)}: name any of ${faultKinds.join(", ")}.`);
    }
    if (!(share >= 0 && share <= 1)) {
      throw new RangeError(`The share of the fault ${kind} is ${share}: give a number from 0 to 1.`);
    }
    sum += share;
  }
  if (sum > 1 + 1e-9) {
    throw new RangeError(`The shares of the faults sum to ${sum}: let them sum to 1 at most.`);
  }
}

/** The fault that one request meets, or `undefined`: one draw from `source` with these shares. */
export function drawFault(shares: FaultShares, source: Random): FaultKind | undefined {
  let left = source.uniform();
  for (const kind of faultKinds) {
    left -= shares[kind] ?? 0;
    if (left < 0) return kind;
  }
  return undefined;
}
