import type { ScaleOptions } from "@observablehq/plot";
import { EDGE } from "./drawn-figure.ts";

/**
 * A logarithmic axis of probabilities above 0: from the power of ten below the smallest to 1, or beyond where an
 * estimate is. Ticks are 1 and every power of ten down from there, or every second or third where they are many.
 */
export function probabilityAxis(values: readonly number[]): ScaleOptions & { domain: number[] } {
  const smallest = values.reduce((low, value) => Math.min(low, value), 0.1);
  const largest = values.reduce((high, value) => Math.max(high, value), 1);
  // The logarithm of 1e-6 is not −6 to the last bit.
  const decades = Math.ceil(-Math.log10(smallest) - 1e-9);
  // Five ticks at most.
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

/** As a program writes it: 10 ** -3 has another last bit. */
const powerOfTen = (power: number): number => Number(`1e${power}`);
