/**
 * Φ(z), the standard normal distribution function, to 14 digits even far in the tail: by the power
 * series near the middle and the continued fraction of Mills' ratio beyond (Marsaglia, 2004;
 * Abramowitz and Stegun, 26.2.14). NaN for NaN.
 */
export function normalCdf(z: number): number {
  if (z > 0) return 1 - normalCdf(-z);
  if (z < -TAIL) return z < -39 ? 0 : density(z) * millsRatio(-z);
  let term = z;
  let sum = z;
  for (let k = 3; Math.abs(term) > 1e-17 * Math.abs(sum); k += 2) {
    term *= (z * z) / k;
    sum += term;
  }
  return 0.5 + density(z) * sum;
}

/**
 * Beyond this many standard deviations, the series would lose digits by cancellation, and the
 * fraction converges fast.
 */
const TAIL = 2.5;

function density(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
}

/** (1 − Φ(z)) / φ(z) = 1 / (z + 1 / (z + 2 / (z + 3 / …))), from the innermost term outwards. */
function millsRatio(z: number): number {
  let fraction = z;
  for (let k = 60; k >= 1; k--) {
    fraction = z + k / fraction;
  }
  return 1 / fraction;
}

/**
 * The z with Φ(z) = p: −∞ for 0, ∞ for 1, NaN outside [0, 1]. Halley's method refines a rational
 * first guess (Abramowitz and Stegun, 26.2.23) to 13 digits or better.
 */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p);
  if (!(p >= 0)) return Number.NaN;
  if (p === 0) return Number.NEGATIVE_INFINITY;
  const t = Math.sqrt(-2 * Math.log(p));
  const top = 2.515517 + t * (0.802853 + t * 0.010328);
  let z = top / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
  for (let step = 0; step < 3; step++) {
    const error = (normalCdf(z) - p) / density(z);
    z -= error / (1 + (z * error) / 2);
  }
  return z;
}
