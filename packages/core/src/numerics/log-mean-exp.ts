import { requireEach } from "./columns.ts";

/**
 * log of the mean of e^score, without overflow; −∞ where every score is −∞, NaN for no scores.
 * @throws RangeError on NaN or +∞
 */
export function logMeanExp(scores: ArrayLike<number>): number {
  requireEach(scores, (score) => score < Number.POSITIVE_INFINITY, "a score is a number or -Infinity");
  if (scores.length === 0) return Number.NaN;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < scores.length; i++) most = Math.max(most, scores[i]!);
  if (most === Number.NEGATIVE_INFINITY) return most;
  let sum = 0;
  for (let i = 0; i < scores.length; i++) sum += Math.exp(scores[i]! - most);
  return most + Math.log(sum / scores.length);
}
