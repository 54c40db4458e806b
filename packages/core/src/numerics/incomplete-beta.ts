import { logRising } from "./log-rising.ts";

/**
 * Iₓ(a, ½), the regularised incomplete beta function with its second parameter one half, as a
 * two-sided t-test needs it. The value is in [0, 1], for a > 0 and x in [0, 1], with a relative
 * error of about 1e-13. It is computed by the continued fraction (Abramowitz and Stegun, 26.5.8) on
 * the side of the mean where that converges.
 */
export function incompleteBetaHalf(a: number, x: number): number {
  return incompleteBetaHalfOf(a)(x);
}

/** {@link incompleteBetaHalf} as a function of x, which many x of one a share. */
export function incompleteBetaHalfOf(a: number): (x: number) => number {
  const ratio = gammaRatio(a);
  return (x) => {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    const front = (Math.exp(a * Math.log(x)) * Math.sqrt(1 - x) * ratio) / Math.sqrt(Math.PI);
    return x < (a + 1) / (a + 2.5)
      ? (front / a) * betaFraction(a, 0.5, x)
      : 1 - 2 * front * betaFraction(0.5, a, 1 - x);
  };
}

/**
 * Iₓ(a, b), the regularised incomplete beta function: the probability that a beta-distributed
 * variable is at most x. The value is in [0, 1], for a and b above 0 and x in [0, 1], with a
 * relative error of about 1e-12.
 */
export function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const logBeta = logRising(1, b) - Math.log(b) - logRising(a, b);
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta);
  return x < (a + 1) / (a + b + 2)
    ? (front / a) * betaFraction(a, b, x)
    : 1 - (front / b) * betaFraction(b, a, 1 - x);
}

/**
 * Γ(a + ½) / Γ(a) by its series, to which a small a is shifted up: a difference of log-gammas loses
 * digits if a is large.
 */
function gammaRatio(a: number): number {
  if (a < 100) return (gammaRatio(a + 1) * a) / (a + 0.5);
  const u = 1 / a;
  const series = -1 / 8 + u * (1 / 128 + u * (5 / 1024 + u * (-21 / 32768 - (u * 399) / 262144)));
  return Math.sqrt(a) * (1 + u * series);
}

/** The continued fraction of Iₓ(a, b), by Lentz's method. */
function betaFraction(a: number, b: number, x: number): number {
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return fraction;
}
