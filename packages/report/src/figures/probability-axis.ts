import type { ScaleOptions } from "@observablehq/plot";
import { EDGE } from "./drawn-figure.ts";

/**
 * A logarithmic axis of positive probabilities, from the power of ten below the smallest to 1, or
 * further if an estimate exceeds 1. Ticks are at 1 and at the powers of ten below it, thinned to at
 * most five.
 */
export function probabilityAxis(values: readonly number[]): ScaleOptions & { domain: number[] } {
  const smallest = values.reduce((low, value) => Math.min(low, value), 0.1);
  const largest = values.reduce((high, value) => Math.max(high, value), 1);
  // Allows for rounding: the logarithm of 1e-6 is not exactly −6.
  const decades = Math.ceil(-Math.log10(smallest) - 1e-9);
  // At most five ticks.
  const step = Math.ceil(decades / 4);
  const powers = Array.from({ length: Math.floor(decades / step) + 1 }, (_, i) => -step * i);
  return {
    type: "log",
    domain: [powerOfTen(-decades), largest],
    ticks: powers.toReversed().map(powerOfTen),
    tickFormat: (tick: number) => (tick >= 0.01 ? String(tick) : tick.toExponential(0)),
    grid: true,
    inset: EDGE,
  };
}

/** The power of ten as a literal reads it. `10 ** -3` differs in the last bit. */
const powerOfTen = (power: number): number => Number(`1e${power}`);
