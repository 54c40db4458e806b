import { countText } from "@promptnce/core/errors";
import type { ScoredUnit } from "@promptnce/core/scorecard";

/**
 * The name of a unit for people.
 *
 * @example
 * ["x", "context"].map(unitName); // → ["input", "context"]
 */
export function unitName(name: string): string {
  return name === "x" ? "input" : name;
}

/**
 * The number of units of equal weight that they are worth, as text; empty if it is their number.
 *
 * @example
 * worthText({ name: "x", count: 40, effective: 12.3 }); // → ", worth 12 of equal weight"
 */
export function worthText({ count, effective }: ScoredUnit): string {
  const digits = effective < 10 ? 1 : 0;
  const worth = effective.toFixed(digits);
  return worth === count.toFixed(digits)
    ? ""
    : `, worth ${countText(Number(worth))} of equal weight`;
}
