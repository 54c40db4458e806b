import type { Coherence } from "@promptnce/core/coherence";
import { describeMethod } from "@promptnce/core/methods";
import type { BaseRateAdvice } from "@promptnce/core/repeats";
import { elicitedDecomposition } from "@promptnce/core/information";
import { baseRateByPeople } from "./base-rate-by-people.ts";
import { type Scores, scores } from "./scores.ts";
import type { NamedMethod } from "./extremes.ts";
import { elicitedDistances } from "./elicited-distances.ts";
import type { Reservoir, RunTally } from "./tally.ts";

/** Statistics of one method's estimates. */
export interface MethodSummary extends Partial<Coherence> {
  readonly method: NamedMethod;
  /** The number of estimates. */
  readonly estimates: number;
  /** The number of estimates for which a reply is missing or could not be read. */
  readonly unreadable: number;
  /** The number of unreadable estimates for which a request failed; absent if that is unknown. */
  readonly failed?: number;
  /** The number of estimates from masses that sum far from one. */
  readonly doubtful: number;
  /** The number of estimates of pairs that a prompt has shown. */
  readonly shown: number;
  /**
   * The number of estimates with a term above 0 but below the clamp, the value that a reported 0
   * counts as.
   */
  readonly belowClamp: number;
  /**
   * Spearman's ρ of the PMI with the labels' rarity, −log P̂(y); absent with fewer than two pairs.
   */
  readonly rhoMarginal?: number;
  /**
   * The base rate that people's counts advise, for a method that elicits its own; absent if they do
   * not tell.
   */
  readonly baseRates?: BaseRateAdvice;
  readonly scores?: Scores | undefined;
  /**
   * The draw of estimates with both terms that `rhoMarginal` rests on; absent if it rests on all.
   */
  readonly termsDrawn?: Drawn | undefined;
  /**
   * The draw of estimates with people's numbers that the scores rest on; absent if they rest on
   * all.
   */
  readonly scoresDrawn?: Drawn | undefined;
}

/** The size of a draw, and the number of estimates it was drawn from. */
export interface Drawn {
  readonly kept: number;
  readonly of: number;
}

/** The statistics of each method of a run, from its tally. */
export function methodSummaries({
  methods,
  order,
}: Pick<RunTally, "methods"> & Partial<Pick<RunTally, "order">>): MethodSummary[] {
  return methods.map(({ coherence, terms, withTruth, shares, ...counts }) => {
    const { rhoMarginal, n } = elicitedDecomposition(terms.kept);
    const isElicited = describeMethod(counts.method.id)?.marginal?.isElicited === true;
    const baseRates = isElicited ? baseRateByPeople(withTruth.kept) : undefined;
    return {
      ...counts,
      ...coherence.coherence,
      ...(n > 1 && { rhoMarginal }),
      ...(baseRates && { baseRates }),
      scores: scoresOf({ withTruth, shares }, order),
      termsDrawn: drawnOf(terms),
      scoresDrawn: drawnOf(withTruth),
    };
  });
}

/**
 * The scores, without distances if pairs were drawn: no x then has all its labels, so its
 * distribution is unknown.
 */
function scoresOf(
  { withTruth, shares }: Pick<RunTally["methods"][number], "withTruth" | "shares">,
  order: ReadonlyMap<string, number> | undefined,
): Scores | undefined {
  const found = scores(withTruth.kept);
  if (found === undefined || shares.seen > shares.kept.length) return found;
  const distances = elicitedDistances(shares.kept, order);
  return distances === undefined ? found : { ...found, distances };
}

function drawnOf({ kept, seen }: Pick<Reservoir<unknown>, "kept" | "seen">): Drawn | undefined {
  return seen > kept.length ? { kept: kept.length, of: seen } : undefined;
}
