import { type Evidence, HALF, type Limit, MUCH, contradictionsText } from "./evidence.ts";

const IMPLIED =
  "use the marginal that the conditionals imply (:implied), if the inputs asked about are all inputs or a fair sample of them";

/**
 * The term that decides the ranking: R tells which term varies more, and ρ_marg whether the ranking
 * follows rarity. Where they disagree, the terms do not vary independently, and both decide.
 * `undefined` where nothing varies.
 *
 * @example
 * decidedBy({ R: 13.2, rhoMarginal: 0.9 }); // → "base rates"
 */
export function decidedBy({
  R = Number.NaN,
  rhoMarginal = Number.NaN,
}: Evidence): "base rates" | "conditionals" | "both" | undefined {
  if (Number.isNaN(R)) return undefined;
  const rates = R > 1;
  // A constant base rate has no ρ_marg and decides nothing.
  if (!Number.isNaN(rhoMarginal) && rates !== rhoMarginal >= MUCH) return "both";
  return rates ? "base rates" : "conditionals";
}

/** That the elicited base rates decide the ranking, alone or with the conditionals. */
export function decidingLimit(evidence: Evidence): Limit | undefined {
  const { elicited = false, R = Number.NaN, rhoMarginal = Number.NaN } = evidence;
  const by = decidedBy(evidence);
  if (!elicited || by === undefined || by === "conditionals") return undefined;
  const verb = by === "both" ? "help to decide" : "decide";
  return {
    plain: `the model's base rates ${verb} the order`,
    found: `the elicited base rates ${verb} the ranking: ${spreadText(R, rhoMarginal)}`,
    threshold: "limits: R̂ = 1, by Section 4.1 of the paper, and ρ_marg = 0.71, its equivalent",
    advice: `${otherMarginal(evidence)}trust comparisons of inputs for one label more than comparisons of labels for one input`,
  };
}

/**
 * R̂ and ρ_marg as text, as far as they are defined: R̂ needs conditionals that vary, ρ_marg PMIs
 * that vary.
 */
function spreadText(R: number, rhoMarginal: number): string {
  const ratio = Number.isFinite(R) ? `R̂ = ${R.toFixed(2)}` : "all conditionals are equal";
  return !Number.isFinite(rhoMarginal) ? ratio : `${ratio} and ρ_marg = ${rhoMarginal.toFixed(2)}`;
}

/**
 * What to do about base rates that decide the ranking, as the start of an advice: what counts say
 * is best, and no other base rate where they tell none apart or where another limit advises one.
 */
function otherMarginal(evidence: Evidence): string {
  const { take, rho } = evidence.baseRates ?? {};
  if (rho !== undefined) {
    const said = ranked(rho);
    if (take === "counted") return `use people's base rates (:empirical): ${said}; `;
    if (take === "elicited") return `keep them: ${said}; `;
    if (take === undefined)
      return `people's counts do not say which base rates are best: ${said}; `;
  }
  if (take === "implied" || baseRateLimit(evidence) !== undefined) return "";
  return "try another marginal (:implied, or :empirical with people's counts), and ";
}

/** ρ with people's by base rate, the highest first. */
function ranked(rho: NonNullable<NonNullable<Evidence["baseRates"]>["rho"]>): string {
  const [first, ...others] = Object.entries(rho)
    .toSorted(([, a], [, b]) => b - a)
    .map(([source, value]) => [source, value.toFixed(3)] as const);
  const [source, value] = first ?? [];
  const rest = others.map(([other, own]) => `${own} with ${other} ones`).join(", ");
  return `ρ with people's PMI is ${value} with ${source} base rates, ${rest}`;
}

/**
 * The advice to take the implied base rates: on what people's counts say of them in other contexts,
 * else on how far the elicited ones contradict the conditionals. `undefined` where nothing says so,
 * and where the x asked about are known to be no fair sample.
 */
export function baseRateLimit({
  elicited = false,
  isUnfair = false,
  baseRates,
  gap,
}: Evidence): Limit | undefined {
  if (!elicited || isUnfair) return undefined;
  const { take, rho } = baseRates ?? {};
  // Counts that tell nothing of the implied ones leave the contradiction to speak of them.
  if (rho !== undefined && (take !== undefined || rho.implied !== undefined)) {
    if (take !== "implied") return undefined;
    return {
      plain: "another base rate ranks pairs more like people",
      found: `where people's counts are known, ${ranked(rho)}`,
      threshold: "a larger difference than resampling alone gives; see docs/performance.md",
      advice: IMPLIED,
      isBaseRate: true,
    };
  }
  if (gap === undefined || !(gap.share > HALF && Number.isFinite(gap.share))) return undefined;
  return {
    plain: "the model's base rates contradict its own answers about each input",
    found: `base rates contradict the mean of the conditionals: the gap between their logarithms has ${gap.share.toFixed(2)} times the variance of PMI: ${contradictionsText(gap.most)}`,
    threshold:
      "above half, it outweighs what x says; docs/performance.md tests this on replies of real models",
    advice: `where labels are few, ${IMPLIED}`,
    isBaseRate: true,
  };
}
