import { countText, decimalText } from "@promptnce/core/errors";
import type { Interval } from "@promptnce/core/resampling";

/** How many rows there are, and pairs among them. */
export interface RepeatedRows {
  /** The number of rows that can be used. */
  readonly rows: number;
  /** The number of rows whose pair an earlier row has. */
  readonly repeated: number;
}

/**
 * A value with its error; three digits if the error would otherwise read ± 0.00. Without one where
 * no resample differs.
 */
export function withError(value: number, error: number): string {
  if (!(error > 0)) return decimalText(value);
  const digits = error < 0.005 ? 3 : 2;
  return `${decimalText(value, digits)} ± ${decimalText(error, digits)}`;
}

/** Whether resamples differ: where all give the same ρ, they say nothing of how sure it is. */
export function varies({ low, high }: Interval): boolean {
  return low < high;
}

/** An interval for people. */
export function rangeText({ low, high }: Interval): string {
  return `${decimalText(low)} to ${decimalText(high)}`;
}

/** Three digits, since errors of probabilities are small and two might show only zeros. */
export function probabilityText(value: number): string {
  return value.toFixed(3);
}

/**
 * The number of pairs, and of rows if some repeat a pair.
 *
 * @example
 * pairsText({ rows: 720, repeated: 660 }); // → "60 pairs (720 rows)"
 */
export function pairsText({ rows, repeated }: RepeatedRows): string {
  const pairs = `${countText(rows - repeated)} pair${rows - repeated === 1 ? "" : "s"}`;
  return repeated === 0 ? pairs : `${pairs} (${countText(rows)} rows)`;
}
