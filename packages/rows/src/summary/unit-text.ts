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
 * As how many units of equal weight they count, if that is fewer than there are.
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
