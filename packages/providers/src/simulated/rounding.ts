const FIRST_DIGITS = [1, 2, 3, 5, 8, 10] as const;
const NEAR_ONE = [0.9, 0.92, 0.95, 0.97, 0.98, 0.99] as const;

/**
 * The number that people say for a probability: a first digit of 1, 2, 3, 5 or 8 below 0.1 (the
 * nearest in the logarithm), a multiple of 0.05 up to 0.9, and 0.99 at most. Above zero for
 * anything above zero, as the prompts ask for.
 */
export function roundedProbability(p: number): number {
  if (p > 0.9) return nearest(NEAR_ONE, p, (value) => value);
  if (p >= 0.1) return Math.round(p * 20) / 20;
  const power = Math.floor(Math.log10(p));
  const digit = nearest(FIRST_DIGITS, p / 10 ** power, Math.log);
  return Number(`${digit}e${power}`);
}

/** A mass in a list that is to sum to one: two decimals, so that less than 0.005 is said as 0. */
export function roundedMass(p: number): number {
  return Math.round(p * 100) / 100;
}

/** A PMI in nats: one decimal. */
export function roundedPmi(nats: number): number {
  return Math.round(nats * 10) / 10;
}

function nearest(values: readonly number[], to: number, scale: (value: number) => number): number {
  const distance = (value: number): number => Math.abs(scale(value) - scale(to));
  return values.reduce((best, value) => (distance(value) < distance(best) ? value : best));
}
