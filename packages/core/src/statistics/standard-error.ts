/**
 * The standard deviation of the replicates that have a value, with B − 1 in the denominator: the
 * bootstrap standard error (Efron and Tibshirani, 1993, Section 6.2). NaN where fewer than two have.
 */
export function standardError(replicates: Float64Array): number {
  let defined = 0;
  let sum = 0;
  for (const value of replicates) {
    if (Number.isNaN(value)) continue;
    defined++;
    sum += value;
  }
  if (defined < 2) return Number.NaN;
  const mean = sum / defined;
  let squares = 0;
  for (const value of replicates) {
    if (!Number.isNaN(value)) squares += (value - mean) ** 2;
  }
  return Math.sqrt(squares / (defined - 1));
}
