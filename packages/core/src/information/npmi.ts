/**
 * Normalised PMI, PMI / −log P(x, y) (Bouma, 2009): 1 where x and y only occur together, 0 where
 * they are independent, −1 where they never do. Where P(x, y) is 1 nothing varies and there is no
 * value: NaN.
 *
 * An elicited probability of 0 is clamped in PMI (`ZERO_CLAMP`): give the joint probability with
 * the same clamp, or the two disagree. A `joint` of 0, as counts may give, has PMI −∞ and NPMI −1.
 * @param pmi in nats; −∞ where P(x, y) is 0
 * @param joint P(x, y) = P(x) P(y|x)
 * @throws RangeError where `joint` is not from 0 to 1
 * @example
 * npmi(pmi(0.4, 0.02), 0.01 * 0.4); // → 0.543
 */
export function npmi(pmi: number, joint: number): number {
  if (!(joint >= 0 && joint <= 1))
    throw new RangeError(`npmi takes a joint probability from 0 to 1, not ${joint}`);
  if (joint === 0) return -1;
  // An elicited PMI need not be 0 there, and would give an infinity.
  return joint === 1 ? Number.NaN : pmi / -Math.log(joint);
}
