import { resampledSpearman } from "../resampling/resampled-spearman.ts";
import { pmi } from "../information/pmi.ts";
import type { ClusterKey } from "../numerics/resampler.ts";
import { type ReplicatedStatistic, replicated } from "../resampling/bootstrap.ts";
import { pairedDifference } from "../resampling/paired-difference.ts";
import { contradiction } from "./contradiction.ts";
import { impliedInContext } from "./implied-in-context.ts";
import type { PairKeys } from "./pair-groups.ts";
import { FEWEST_UNITS } from "./resampling-unit.ts";
import { numbersAt } from "../numerics/columns.ts";

/**
 * Estimates from closed sets that hold all labels of their context, one number for each pair, with
 * what is known about the pairs.
 */
export interface BaseRateEvidence {
  readonly keys: PairKeys;
  readonly conditional: ArrayLike<number>;
  /** The base rates as elicited. */
  readonly marginal: ArrayLike<number>;
  /**
   * Whether the x asked about are all x of their context, or a fair sample of them; otherwise the
   * conditionals imply no base rate.
   */
  readonly isFair: boolean;
  /** People's PMI; NaN where nobody was asked, as in contexts to come. */
  readonly truth?: ArrayLike<number> | undefined;
  /** People's P(y | c), if it is to be compared too. */
  readonly counted?: ArrayLike<number> | undefined;
  /** The units that are resampled whole; by default contexts or, if there is only one, x. */
  readonly units?: ArrayLike<ClusterKey> | undefined;
}

/**
 * The source of a base rate: elicited from the model, implied by its conditionals, or counted from
 * people.
 */
export type BaseRateSource = "elicited" | "implied" | "counted";

/** The ρ between PMI and people's for each base rate. */
export interface BaseRateRhos {
  readonly elicited: number;
  readonly implied?: number;
  readonly counted?: number;
}

/** Which base rate to use. */
export interface BaseRateAdvice {
  /** Absent where the counts do not distinguish the elicited base rate from the others. */
  readonly take?: BaseRateSource;
  /** With counts: the ρ between PMI and people's for each base rate that was compared. */
  readonly rho?: BaseRateRhos;
  /**
   * Without counts: the share of PMI's variance by which base rates contradict the conditionals.
   */
  readonly share?: number;
}

/**
 * Above this share of PMI's variance, the gap between the base rates and those that the
 * conditionals imply outweighs what x tells, and the implied base rates are advised. Of the
 * thresholds .05, .1, .25 and .5, this is the highest that gives this advice for every model for
 * which it is right on half of OpinionQA's questions; `perf/advice.ts` checks it on the other half.
 */
const CONTRADICTS = 0.5;

/**
 * Which base rate to use. If ten or more units have counts, it is the one with the highest ρ on
 * them, provided that resampling whole units distinguishes it from the elicited one; the elicited
 * one itself must be distinguished from all others. If nothing is distinguished, no base rate is
 * advised. Without counts, the implied base rate is advised if base rates contradict the
 * conditionals ({@link contradiction}, {@link CONTRADICTS}); otherwise the result is `undefined`.
 * No base rate is implied unless the x are a fair sample.
 * @throws RangeError on columns of unequal length
 * @example
 * const keys = { x: ["a", "a", "b", "b"], labels: ["YES", "NO", "YES", "NO"] };
 * const conditional = [0.9, 0.1, 0.7, 0.3];
 * baseRateAdvice({ keys, conditional, marginal: [0.2, 0.8, 0.2, 0.8], isFair: true });
 * // → { take: "implied", share: 0.845 }
 */
export function baseRateAdvice(
  evidence: BaseRateEvidence,
  { seed = "base rates", replicates = 1000 }: { seed?: string; replicates?: number } = {},
): BaseRateAdvice | undefined {
  const { keys, conditional, marginal, isFair, truth } = evidence;
  const units = evidence.units ?? keys.contexts ?? keys.x;
  const counted = truth && Array.from(truth).flatMap((pmi, row) => (Number.isNaN(pmi) ? [] : row));
  if (counted === undefined || new Set(counted.map((row) => units[row])).size < FEWEST_UNITS) {
    const share = isFair ? contradiction(conditional, marginal, keys) : 0;
    return share > CONTRADICTS ? { take: "implied", share } : undefined;
  }
  const rates: readonly (readonly [BaseRateSource, ArrayLike<number>])[] = [
    ["elicited", marginal],
    ...(isFair ? [["implied", impliedInContext(conditional, keys)] as const] : []),
    ...(evidence.counted ? [["counted", evidence.counted] as const] : []),
  ];
  const actual = numbersAt(truth!, counted);
  const statistics = rates.map(([, rate]) =>
    resampledSpearman(
      Float64Array.from(counted, (row) => pmi(conditional[row]!, rate[row]!)),
      actual,
    ),
  );
  const clusters = counted.map((row) => units[row]!);
  const made = replicated(statistics, counted.length, { seed, replicates, clusters });
  const rated = made
    .map((one, i) => ({ ...one, source: rates[i]![0] }))
    .filter(({ value }) => !Number.isNaN(value));
  if (rated.length < 2 || rated[0]!.source !== "elicited") return undefined;
  const others = rated.slice(1).map(({ source, value }) => [source, value]);
  const rho = { elicited: rated[0]!.value, ...Object.fromEntries(others) };
  const take = takenOf(rated);
  return { ...(take && { take }), rho };
}

/**
 * The base rate with the highest ρ, if it is distinguished from the others: see
 * {@link baseRateAdvice}.
 */
function takenOf(
  rated: readonly (ReplicatedStatistic & { readonly source: BaseRateSource })[],
): BaseRateSource | undefined {
  const [elicited, ...others] = rated as [(typeof rated)[number], ...(typeof rated)[number][]];
  const best = rated.toSorted((a, b) => b.value - a.value)[0]!;
  const isAbove = (other: ReplicatedStatistic): boolean => pairedDifference(best, other).low > 0;
  const isApart = best === elicited ? others.every(isAbove) : isAbove(elicited);
  return isApart ? best.source : undefined;
}
