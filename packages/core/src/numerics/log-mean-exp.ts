/**
 * log of the mean of e^score, without overflow; −∞ where every score is −∞, NaN for no scores.
 * @throws RangeError on NaN or +∞
 */
export function logMeanExp(scores: ArrayLike<number>): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!;
    if (!(score < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`a score is a number or -Infinity, not the ${score} at index ${i}`);
    }
    most = Math.max(most, score);
  }
  if (scores.length === 0) return Number.NaN;
  if (most === Number.NEGATIVE_INFINITY) return most;
  let sum = 0;
  for (let i = 0; i < scores.length; i++) sum += Math.exp(scores[i]! - most);
  return most + Math.log(sum / scores.length);
}
