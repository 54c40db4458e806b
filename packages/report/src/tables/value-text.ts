import { isMeasured, type Value } from "./table.ts";

/** A value for people: rounded, ± standard error, ≈ where it is tied with the best. */
export function valueText(value: Value, digits: number | undefined): string {
  if (value === undefined) return "–";
  if (typeof value === "string") return value;
  const { value: x, standardError, mark } = isMeasured(value) ? value : { value };
  const bare = standardError === undefined || Number.isNaN(x) || Number.isNaN(standardError);
  const text = bare
    ? numberText(x, digits)
    : `${numberText(x, digits)} ± ${numberText(standardError, digits)}`;
  return mark === "tied" ? `≈ ${text}` : text;
}

/** A number for people, in tables and figures: rounded, with a true minus sign. */
export function numberText(x: number, digits: number | undefined): string {
  if (Number.isNaN(x)) return "no value";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const text = digits === undefined ? x.toLocaleString("en") : x.toFixed(digits);
  return text.replace("-", "−");
}
