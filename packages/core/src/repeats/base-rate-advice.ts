import { resampledSpearman } from "../resampling/resampled-spearman.ts";
import { pmi } from "../information/pmi.ts";
import type { ClusterKey } from "../numerics/resampler.ts";
import { replicated } from "../resampling/bootstrap.ts";
import { pairedDifference } from "../resampling/paired-difference.ts";
import { contradiction } from "./contradiction.ts";
import { impliedInContext } from "./implied-in-context.ts";
import type { PairKeys } from "./pair-groups.ts";
import { FEWEST_UNITS } from "./resampling-unit.ts";

/**
 * Estimates of closed sets with all labels of their context, a number a pair, and what is known of
 * them.
 */
export interface BaseRateEvidence {
  readonly keys: PairKeys;
  readonly conditional: ArrayLike<number>;
  /** As elicited. */
  readonly marginal: ArrayLike<number>;
  /**
   * Whether the x asked about are all of their context's, or a fair sample of these: else nothing
   * is implied.
   */
  readonly isFair: boolean;
  /** People's PMI; NaN where nobody counted, as in contexts to come. */
  readonly truth?: ArrayLike<number> | undefined;
  /** What is resampled whole; contexts if not given, and x where there is one context. */
  readonly units?: ArrayLike<ClusterKey> | undefined;
  /** Of pairs that count by a weight each in ρ; all 1 if not given. */
  readonly weights?: ArrayLike<number> | undefined;
}

/** Whose base rate to take: the model's own, or that which its conditionals imply. */
export interface BaseRateAdvice {
  readonly take: "elicited" | "implied";
  /** With counts: ρ of PMI with people's, by base rate. */
  readonly rho?: Readonly<Record<"elicited" | "implied", number>>;
  /** Without: by what share of PMI's variance base rates contradict the conditionals. */
  readonly share?: number;
}

/**
 * Above this share of PMI's variance the gap between base rates and what conditionals imply
 * outweighs what x tells, and the implied ones are advised. Of the thresholds .05, .1, .25 and .5
 * this is the highest that gives this advice for every model for which it is right on half of
 * OpinionQA's questions; `perf/advice.ts` judges it on the other half.
 */
const CONTRADICTS = 0.5;

/**
 * Which base rate to use where there are no counts. If ten or more other units have counts, it is
 * the one with the higher ρ there, provided that the difference exceeds what resampling whole units
 * gives; without counts, the implied one if base rates contradict the conditionals
 * ({@link contradiction}, {@link CONTRADICTS}). `undefined` in all other cases, and if the x are
 * not a fair sample.
 * @throws RangeError on columns of unequal length
 */
export function baseRateAdvice(
  evidence: BaseRateEvidence,
  { seed = "base rates", replicates = 1000 }: { seed?: string; replicates?: number } = {},
): BaseRateAdvice | undefined {
  const { keys, conditional, marginal, isFair, truth } = evidence;
  if (!isFair) return undefined;
  const units = evidence.units ?? keys.contexts ?? keys.x;
  const counted = truth && Array.from(truth).flatMap((pmi, row) => (Number.isNaN(pmi) ? [] : row));
  if (counted === undefined || new Set(counted.map((row) => units[row])).size < FEWEST_UNITS) {
    const share = contradiction(conditional, marginal, keys);
    return share > CONTRADICTS ? { take: "implied", share } : undefined;
  }
  const actual = Float64Array.from(counted, (row) => truth![row]!);
  const weights = evidence.weights && counted.map((row) => evidence.weights![row]!);
  const statistics = [marginal, impliedInContext(conditional, keys)].map((rate) =>
    resampledSpearman(
      Float64Array.from(counted, (row) => pmi(conditional[row]!, rate[row]!)),
      actual,
      weights,
    ),
  );
  const clusters = counted.map((row) => units[row]!);
  const options = { seed, replicates, clusters };
  const [elicited, implied] = replicated(statistics, counted.length, options);
  const { low, high } = pairedDifference(implied!, elicited!);
  if (!(low > 0 || high < 0)) return undefined;
  const rho = { elicited: elicited!.value, implied: implied!.value };
  return { take: low > 0 ? "implied" : "elicited", rho };
}
