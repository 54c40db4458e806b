import type { Estimate } from "@promptnce/core";

/** Whether the first kind of summary scored above the second: win, tie or loss. */
export type Verdict = 1 | 0.5 | 0;

/**
 * Which of two scores of one attempt is the higher; `undefined` where they cannot be compared, as
 * `judge` says.
 *
 * @throws {RangeError} naming the comparison where a score is not a number.
 */
export function verdictOf(
  id: string,
  one: Pick<Estimate, "conditional" | "pmi">,
  other: Pick<Estimate, "conditional" | "pmi">,
): Verdict | undefined {
  const pairs = [
    [one.conditional, other.conditional],
    [one.pmi, other.pmi],
  ] as const;
  const scores = pairs.find(([a, b]) => a !== undefined && b !== undefined);
  if (scores === undefined) return undefined;
  const [a, b] = scores as readonly [number, number];
  if (Number.isNaN(a) || Number.isNaN(b)) {
    throw new RangeError(`Comparison "${id}" has a score that is not a number (NaN).`);
  }
  if (a === b) return 0.5;
  return a > b ? 1 : 0;
}
