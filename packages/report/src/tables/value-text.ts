import { isMeasured, type Value } from "./table.ts";

/** Digits of a value and its error where the error would round to 0. */
const FINER = 3;

/**
 * A value for people: rounded, ± standard error, ≈ where it is tied with the best. Both have three digits where the error
 * would read ± 0.00.
 */
export function valueText(value: Value, digits: number | undefined): string {
  if (value === undefined) return "–";
  if (typeof value === "string") return value;
  const { value: x, standardError, mark } = isMeasured(value) ? value : { value };
  const bare = standardError === undefined || Number.isNaN(x) || Number.isNaN(standardError);
  const text = bare
    ? numberText(x, digits)
    : [x, standardError].map((one) => numberText(one, finer(standardError, digits))).join(" ± ");
  return mark === "tied" ? `≈ ${text}` : text;
}

/** What rounds to 0 has no sign. */
export function withoutSignOfZero(text: string): string {
  return text.replace(/^-(?=[0.]+$)/, "");
}

/** How many digits the value and its error have. */
export function finer(standardError: number, digits: number | undefined): number | undefined {
  const rounds = digits !== undefined && Number(standardError.toFixed(digits)) === 0;
  return rounds && standardError > 0 ? Math.max(digits, FINER) : digits;
}

/** A number for people, in tables and figures: rounded, with a true minus sign. */
export function numberText(x: number, digits: number | undefined): string {
  if (Number.isNaN(x)) return "no value";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const text = digits === undefined ? x.toLocaleString("en") : x.toFixed(digits);
  return withoutSignOfZero(text).replace("-", "−");
}
