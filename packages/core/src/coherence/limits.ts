import { countText, percentText } from "../errors/number-text.ts";
import type { Coherence, Contradiction } from "./coherence-tally.ts";

type BaseRate = "elicited" | "implied" | "counted";

/**
 * Evidence about what may limit a method's estimates. Absent quantities are unknown and not
 * reported.
 */
export interface Evidence extends Partial<Coherence> {
  /**
   * Which base rate agrees best with people's counts; it takes precedence over the report on `gap`.
   */
  readonly baseRates?:
    | {
        /** Which base rate to take; absent where counts do not tell them apart. */
        readonly take?: BaseRate;
        /** ρ of PMI with people's, by base rate; absent without counts. */
        readonly rho?: { readonly [B in BaseRate]?: number };
      }
    | undefined;
  /**
   * Whether the x asked about are known not to be a fair sample of all x: no marginal is then
   * implied.
   */
  readonly isUnfair?: boolean;
  /** Whether P̂(y) was elicited, so that another could take its place. */
  readonly elicited?: boolean;
  /** Spearman's ρ of −log P̂(y) and PMI. */
  readonly rhoMarginal?: number;
  readonly k?: number;
  readonly labels?: number;
  /**
   * The share of estimates on masses that sum far from one, with the least sum, the quartiles and
   * the greatest.
   */
  readonly doubtful?: number;
  readonly sums?: readonly number[] | undefined;
}

/** Something that limits a result. */
export interface Limit {
  /** What was found, in plain words. */
  readonly plain: string;
  /** What was found, with its numbers. */
  readonly found: string;
  /** The threshold that is exceeded, and its source. */
  readonly threshold: string;
  readonly advice: string;
  /** Whether the advice is to take another base rate, on evidence that it is better. */
  readonly isBaseRate?: boolean;
}

/**
 * A limit as one sentence, without the full stop.
 *
 * @example
 * const [found] = limits({ R: 13.2, rhoMarginal: 0.9, elicited: true });
 * limitText(found).startsWith("the elicited base rates decide the ranking: R̂ = 13.20"); // → true
 */
export function limitText({ found, threshold, advice }: Omit<Limit, "plain">): string {
  return `${found} (${threshold}); ${advice}`;
}

/**
 * The point where a disturbance outweighs the measured quantity: half of a variance or a mass. For
 * a correlation this is √½. Where the terms vary independently, ρ_marg = √(R / (1 + R)) is √½ at R
 * = 1, so R and ρ_marg then never disagree.
 */
const HALF = 0.5;
const MUCH = Math.SQRT1_2;
const LITTLE_OTHER = 0.02;

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

/**
 * R̂ and ρ_marg as text, as far as they are defined: R̂ needs conditionals that vary, ρ_marg PMIs
 * that vary.
 */
function spreadText(R: number, rhoMarginal: number): string {
  const ratio = Number.isFinite(R) ? `R̂ = ${R.toFixed(2)}` : "all conditionals are equal";
  return !Number.isFinite(rhoMarginal) ? ratio : `${ratio} and ρ_marg = ${rhoMarginal.toFixed(2)}`;
}

/**
 * The limits of a result, found from its estimates alone; none where no threshold is exceeded.
 *
 * @example
 * limits({ R: 13.2, rhoMarginal: 0.9, elicited: true }).length; // → 1
 */
export function limits(evidence: Evidence): Limit[] {
  const {
    elicited = false,
    R = Number.NaN,
    rhoMarginal = Number.NaN,
    doubtful = 0,
    sums,
  } = evidence;
  const {
    agreement,
    meanOther = Number.NaN,
    k = Number.NaN,
    labels = Number.NaN,
    moved = [],
  } = evidence;
  const by = decidedBy(evidence);
  const other = `OTHER gets ${percentText(meanOther)} of the probability on average, with ${k} of ${countText(labels)} labels listed`;
  const far = moved.filter(
    ({ first, second }) => Math.min(first, second) < HALF * Math.max(first, second),
  );
  const all: readonly (Limit | false | undefined)[] = [
    elicited &&
      (by === "base rates" || by === "both") &&
      limit(
        `the model's base rates ${by === "both" ? "help to decide" : "decide"} the order`,
        `the elicited base rates ${by === "both" ? "help to decide" : "decide"} the ranking: ${spreadText(R, rhoMarginal)}`,
        "limits: R̂ = 1, by Section 4.1 of the paper, and ρ_marg = 0.71, its equivalent",
        `${otherMarginal(evidence)}trust comparisons of inputs for one label more than comparisons of labels for one input`,
      ),
    baseRateLimit(evidence),
    doubtful > 0.05 &&
      doubtful <= 1 &&
      limit(
        "many of the model's probabilities do not sum to one",
        `${percentText(doubtful)} of estimates rest on masses that sum far from one${sums?.every(Number.isFinite) ? `; the middle half of all sums is ${sums[1]} to ${sums[3]}, the median ${sums[2]}` : ""}`,
        "more than 5 % are outside 0.9 to 1.1; docs/reading-numbers.md measures what that does",
        "use another model, or direct-split, which asks for one number",
      ),
    agreement &&
      Math.abs(agreement.rho) <= 1 &&
      agreement.rho < MUCH &&
      limit(
        "a pair gets another value with other candidates",
        `two candidate sets of the same pair agree with ρ = ${agreement.rho.toFixed(2)} over ${agreement.pairs} pairs`,
        "below 0.71, they share less than half of their variance",
        "use another model, or the mean of several sets",
      ),
    k < labels &&
      meanOther > HALF &&
      meanOther <= 1 &&
      limit(
        "most of the probability goes to labels outside the set",
        other,
        "above half, most of it is on none of them",
        "use a larger K, if labels are few enough for that to help",
      ),
    k < labels &&
      meanOther < LITTLE_OTHER &&
      meanOther >= 0 &&
      limit(
        "hardly any probability is left for labels outside the set",
        other,
        "below 0.02, a fifth of the smallest value in the paper's sweep of K",
        "the model may not understand OTHER: compare with direct-split",
      ),
    far.length > 0 &&
      limit(
        "a label loses its probability when a near-synonym joins the set",
        `mass moves when a near-synonym joins the set: ${named(far)}`,
        "by more than half and more than two standard errors",
        "read only the PMI of the declared group",
      ),
  ];
  return all.filter((one) => typeof one === "object");
}

const limit = (plain: string, found: string, threshold: string, advice: string): Limit => ({
  plain,
  found,
  threshold,
  advice,
});

/**
 * What to do about base rates that decide the ranking, as the start of an advice: what counts say is
 * best, and no other base rate where they tell none apart or where another limit advises one.
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
function baseRateLimit({
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
    found: `base rates contradict the mean of the conditionals: the gap between their logarithms has ${gap.share.toFixed(2)} times the variance of PMI: ${named(gap.most)}`,
    threshold:
      "above half, it outweighs what x says; docs/performance.md tests this on replies of real models",
    advice: `where labels are few, ${IMPLIED}`,
    isBaseRate: true,
  };
}

/**
 * Labels with both of their numbers, on one line without control characters: labels are untrusted,
 * and a terminal obeys control characters.
 */
function named(labels: readonly Contradiction[]): string {
  const finite = labels.filter(({ first, second }) => Number.isFinite(first + second));
  const all = finite.map(
    (one) => `${one.label} ${one.first.toPrecision(2)} and ${one.second.toPrecision(2)}`,
  );
  return all.join("; ").replaceAll(/\p{Cc}+/gu, " ");
}
