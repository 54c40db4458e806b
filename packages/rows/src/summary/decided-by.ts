import type { MethodSummary } from "./method-summary.ts";

/**
 * ρ_marg from which rarity gives much of a ranking. Where the two terms vary independently ρ_marg is √(R / (1 + R)),
 * which is this at R = 1: R and ρ_marg then never disagree.
 */
const MUCH = Math.SQRT1_2;

/**
 * Which term decides the ranking, by both numbers: R says which varies more, and ρ_marg whether the ranking is that of
 * rarity. Where they disagree the two terms do not vary independently, and both decide it. `undefined` where nothing
 * varies.
 */
export function decidedBy({
  R = Number.NaN,
  rhoMarginal = Number.NaN,
}: Pick<MethodSummary, "R" | "rhoMarginal">): "base rates" | "conditionals" | "both" | undefined {
  if (Number.isNaN(R)) return undefined;
  const rates = R > 1;
  // Of a base rate that does not vary there is no ρ_marg; it decides nothing.
  if (!Number.isNaN(rhoMarginal) && rates !== rhoMarginal >= MUCH) return "both";
  return rates ? "base rates" : "conditionals";
}
