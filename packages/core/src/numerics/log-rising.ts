/**
 * ln Γ(a + n) − ln Γ(a), the logarithm of a (a + 1) … (a + n − 1), for a above 0 and any n from 0.
 * It is computed by Stirling's series, to which a small a is shifted up: log-gammas would lose
 * digits if a is large.
 */
export function logRising(a: number, n: number): number {
  if (a < 10) return logRising(a + 1, n) + Math.log(a / (a + n));
  const correction = (of: number): number =>
    (1 / 12 - (1 / 360 - 1 / (1260 * of * of)) / (of * of)) / of;
  return (
    (a - 0.5) * Math.log1p(n / a) + n * (Math.log(a + n) - 1) + correction(a + n) - correction(a)
  );
}
