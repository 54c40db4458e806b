import type { FrameTerms } from "../frame/frame.ts";
import type { SizedStatistic } from "../repeats/above-chance.ts";
import type { MarkGate } from "../repeats/mark-gate.ts";
import type { CorrelationWithPeople } from "./correlation-with-people.ts";
import type { ElicitedDistances } from "./elicited-distances.ts";

/**
 * The quantity that is scored: PMI, P(y|x) where estimates have no base rate, or P(y) where pairs
 * are labels.
 */
export type ScoredTerm = keyof FrameTerms;

/** The unit that is resampled whole. */
export interface ScoredUnit {
  /** A field of the context, `context`, `x` or `pair`. */
  readonly name: string;
  readonly count: number;
  /** As how many units of equal size they count (Kish). */
  readonly effective: number;
  /** Whether these are too few to show how they vary. */
  readonly isFew: boolean;
}

/** The standard error of ρ by another unit than that of its interval. */
export interface ErrorByUnit {
  readonly name: string;
  readonly rhoError: number;
}

/** What a table of methods shows beside ρ, with error and interval. */
export interface ScoredControls {
  /** The standard error of ρ with whole labels resampled; absent if they repeat too little. */
  readonly errorByLabel?: number;
  /** ρ within labels; absent if most pairs are the only one with their label. */
  readonly within?: CorrelationWithPeople;
  /**
   * ρ of a predictor that is blind to y, the mean estimate of each x; absent if x repeat too little.
   */
  readonly toY?: CorrelationWithPeople;
}

/** The statistic of a gate, and its verdict among all columns of the frame. */
export interface ScoredGate extends SizedStatistic {
  /** The correlation that was used. */
  readonly by: MarkGate["by"];
  readonly aboveChance: boolean;
}

/**
 * Scores of a column's estimates against people's numbers; ρ itself is Spearman's, of estimated and
 * true PMI over distinct pairs, each counted once.
 */
export interface Scored extends CorrelationWithPeople {
  /** The number of pairs with both an estimate and people's PMI. */
  readonly pairs: number;
  /** The number of rows that have these pairs. */
  readonly rows: number;
  readonly unit: ScoredUnit;
  /**
   * The coarsest unit that repeats, with the standard error of ρ by it; only if pairs are resampled
   * by name instead. The gate, differences and marks use it.
   */
  readonly coarsest?: ErrorByUnit;
  /** True if each context has one x, whose PMI is 0 by definition: there is no ρ. */
  readonly isAlone?: boolean;
  /** ρ if each pair counts by the people whose answer it is; absent if all count the same. */
  readonly byPeople?: number;
  /**
   * The partial Spearman correlation given the true P(y): how well the estimates rank beyond base
   * rates; NaN if that of some pair is unknown.
   */
  readonly beyond: CorrelationWithPeople;
  /** Spearman's ρ of each elicited term with people's; absent if the term was not elicited. */
  readonly terms: { readonly conditional?: number; readonly marginal?: number };
  /**
   * Spearman's ρ after centring estimates and truth by x and by cell, which is a label of x with
   * equally many labels; absent if either repeats too little.
   */
  readonly centred?: CorrelationWithPeople;
  /**
   * Spearman's ρ of two controls: base rates alone (`toX`) and each x's mean estimate (`toY`);
   * absent if not applicable.
   */
  readonly blind: { readonly toX?: number; readonly toY?: number };
  /** Only if `controls` are asked for. */
  readonly controls?: ScoredControls;
  /**
   * The test of whether the estimates use both x and y, and whether it is above chance; absent if
   * there is none.
   */
  readonly gate?: ScoredGate;
  /**
   * The slope of the true on the estimated log P(y|x), ideally 1; absent if no conditional was
   * elicited.
   */
  readonly slope?: number;
  /** The expected calibration error of P̂(y|x) over ten bins; absent if `slope` is. */
  readonly calibrationError?: number;
  /** The mean |P̂(y|x) − P(y|x)|, at least the calibration error; absent if `slope` is. */
  readonly absoluteError?: number;
  /**
   * Distances of P̂(y|x) from people's P(y|x) over the labels of an x; absent if x have fewer than
   * two on average.
   */
  readonly distances?: ElicitedDistances;
}
