import { numberText } from "./number-text.ts";
import { isMeasured } from "./table.ts";
import type { Value } from "./table.ts";

/** A value for people: rounded, ± standard error, ≈ where it is tied with the best. */
export function valueText(value: Value, digits: number | undefined): string {
  if (value === undefined) return "–";
  if (typeof value === "string") return value;
  const { value: x, standardError, mark } = isMeasured(value) ? value : { value };
  const bare = standardError === undefined || Number.isNaN(x);
  const text = bare ? numberText(x, digits) : `${numberText(x, digits)} ± ${numberText(standardError, digits)}`;
  return mark === "tied" ? `≈ ${text}` : text;
}
