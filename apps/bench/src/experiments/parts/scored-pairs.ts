import { hash } from "node:crypto";
import { type Label, logProbability, type ResampledStatistic } from "@promptnce/core";
import { resampledPartialSpearman, resampledSlope, resampledSpearman, resampledWithinSpearman } from "@promptnce/core";

/** One pair's truth and what a method estimated, if anything. */
export interface ScorePair {
  readonly truth: number;
  readonly estimate: number | undefined;
  /** That of the pair; not where the pairs are labels themselves. */
  readonly label?: Label;
  /** The true P(y), which alone may rank the pairs. */
  readonly marginal?: number;
  /** True where the estimate rests on masses that summed far from one. */
  readonly flagged?: boolean | undefined;
}

/** How many of the pairs have an estimate and, where any of these rest on masses that sum far from one, how many do. */
export function scoredText(pairs: readonly Pick<ScorePair, "estimate" | "flagged">[]): string {
  const scored = pairs.filter(({ estimate }) => estimate !== undefined);
  const flagged = scored.filter((pair) => pair.flagged).length;
  return `${scored.length} of ${pairs.length}${flagged > 0 ? `, ${flagged} flagged` : ""}`;
}

/** Whether a row rests on enough for ±, marks and comparisons: 30 scored pairs and 80 % of all. */
export function isEnough(scored: number, pairs: number, least = 30): boolean {
  return scored >= least && scored >= 0.8 * pairs;
}

/** The places of the pairs without an estimate. */
export function unscored(column: readonly ScorePair[]): Set<number> {
  return new Set(column.keys().filter((i) => column[i]?.estimate === undefined));
}

type Make = (estimates: number[], truths: number[], pairs: readonly ScorePair[]) => ResampledStatistic;

const statistics = {
  rho: resampledSpearman,
  beyond: (estimates, truths, pairs) => {
    const marginals = pairs.map(({ marginal }) => marginal!);
    return resampledPartialSpearman(estimates, truths, marginals);
  },
  within: (estimates, truths, pairs) => {
    const labels = pairs.map(({ label }) => label!);
    return resampledWithinSpearman(estimates, truths, labels);
  },
  slope: resampledSlope,
  logSlope: (estimates, truths) => resampledSlope(estimates.map(logProbability), truths.map(logProbability)),
} satisfies Record<string, Make>;

const known = new Map<string, ResampledStatistic>();

/**
 * A statistic of a resample over the pairs that have an estimate: ρ, ρ beyond the base rate or within labels, a slope on
 * either scale. One for equal columns, so that tables that share a column resample it once.
 */
export function overScored(name: keyof typeof statistics, column: readonly ScorePair[]): ResampledStatistic {
  const key = hash("sha1", JSON.stringify([name, column]));
  const statistic = known.get(key) ?? make(name, column);
  known.set(key, statistic);
  return statistic;
}

function make(name: keyof typeof statistics, column: readonly ScorePair[]): ResampledStatistic {
  const places = Uint32Array.from(column.keys().filter((i) => column[i]?.estimate !== undefined));
  const scored = Array.from(places, (i) => column[i]!);
  const estimates = scored.map(({ estimate }) => estimate!);
  const truths = scored.map(({ truth }) => truth);
  const statistic = statistics[name](estimates, truths, scored);
  if (places.length === column.length) return statistic;
  const counts = new Uint32Array(places.length);
  return (drawn) => {
    for (let k = 0; k < places.length; k++) counts[k] = drawn[places[k]!]!;
    return statistic(counts);
  };
}
