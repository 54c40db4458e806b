import { decimalText } from "@promptnce/core/errors";
import { measurementOf, type Value } from "./table.ts";

/** The digits of a value and its error if the error would round to 0. */
const FINER = 3;

/**
 * A value for people: rounded, with `±` and its standard error, and `≈` if it is tied with the
 * best. The value and the error have at least three digits if the error would otherwise round to 0.
 */
export function valueText(value: Value, digits: number | undefined): string {
  if (value === undefined) return "–";
  if (typeof value === "string") return value;
  const { value: x, standardError = Number.NaN, mark } = measurementOf(value);
  const text =
    Number.isNaN(x) || Number.isNaN(standardError)
      ? numberText(x, digits)
      : [x, standardError]
          .map((number) => numberText(number, finer(standardError, digits)))
          .join(" ± ");
  return mark === "tied" ? `≈ ${text}` : text;
}

/** The number of digits for a value and its error; at least three if the error would round to 0. */
export function finer(standardError: number, digits: number | undefined): number | undefined {
  const rounds = digits !== undefined && Number(standardError.toFixed(digits)) === 0;
  return rounds && standardError > 0 ? Math.max(digits, FINER) : digits;
}

/** An interval for people, with two digits. */
export function rangeText(low: number, high: number): string {
  return `${numberText(low, 2)} to ${numberText(high, 2)}`;
}

/** A number for people, in tables and figures: rounded, with a typographic minus sign. */
export function numberText(x: number, digits: number | undefined): string {
  if (Number.isNaN(x)) return "no value";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const text =
    digits === undefined
      ? x.toLocaleString("en", { signDisplay: "negative" })
      : decimalText(x, digits);
  return text.replace("-", "−");
}
