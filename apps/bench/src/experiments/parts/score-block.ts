import type { Label } from "@promptnce/core";
import type { ResampledStatistic } from "@promptnce/core/resampling";
import type { Measured, SharedNote } from "@promptnce/report";
import {
  areBeyondBoth,
  type BeyondBoth,
  beyondBoth,
  blindToYColumn,
  unitOf,
} from "./beyond-both.ts";
import { labelErrors, unitErrors } from "./whole-units.ts";
import {
  FEWER_REPLICATES,
  markedStatistics,
  type MarkOptions,
  measured,
  REPLICATES,
  resampledOnce,
} from "./marked-statistics.ts";
import {
  columnOf,
  isEnough,
  overScored,
  type ScoreColumn,
  scoredPlaces,
  withoutEstimates,
} from "./scored-pairs.ts";

/** How well a method's estimates rank the pairs. */
export interface Score {
  /** Spearman's ρ ± bootstrap standard error; NaN if either side does not vary. */
  readonly rho: Measured;
  /**
   * The number of pairs with an estimate, as a text. Pairs without one are left out,
   * never set to zero.
   */
  readonly scored: string;
  /** ρ minus the baseline's ρ. */
  readonly over?: Measured;
  /** The partial ρ, given ln P(y). */
  readonly beyond?: Measured;
  /** ρ within labels, unless most pairs are the only one with their label. */
  readonly within?: Measured;
  /** The control "beyond both", and whether it is above chance if it was judged. */
  readonly beyondBoth?: BeyondBoth;
  readonly isBeyondBoth?: boolean;
  /** ρ of a predictor blind to y, which uses the mean estimate of each x; only if x repeat. */
  readonly blindToY?: Measured;
  /** The standard error of ρ with whole labels resampled, and with whole contexts or inputs. */
  readonly byLabel?: number | undefined;
  readonly byUnit?: number | undefined;
  /** The unit resampled for `byUnit` and for marks: `context`, `x` or `pair`. */
  readonly unit?: string;
}

interface ScoreOptions extends Omit<
  MarkOptions,
  "compared" | "unit" | "mayStand" | "seed" | "replicates"
> {
  readonly seed: string;
  /** The number of resamples of ρ. */
  readonly replicates?: number;
  /** The minimum number of scored items for {@link isEnough}. */
  readonly least?: number | undefined;
  /**
   * Rows that are shown without competing. The pairs that they lack stay in the comparison of the
   * others.
   */
  readonly beside?: ReadonlySet<number>;
  /** For each method, the index of the baseline with the same marginal; −1 if there is none. */
  readonly baselineOf?: readonly number[];
}

/** The arguments of {@link scoreBlock}, as data that a thread can be sent. */
export type ScoreArguments = Parameters<typeof scoreBlock>;

/** The note on {@link isEnough}, under every table with a row below the minimum. */
export const tooFewNote: SharedNote = {
  title: "Bold and ≈",
  text: "A row with fewer than 30 scored, or less than 80 %, has neither ± nor mark and is not compared.",
};

/**
 * The scores of methods that are compared with each other, marked by {@link markedStatistics}. All
 * use the same resamples of the pairs, each method on the pairs that it has an estimate for. Marks
 * and differences use the pairs for which every method with {@link isEnough} has an estimate, and
 * resample whole contexts or inputs where these repeat. A method is marked only if its ρ is
 * resolved above 0 and it is shown, among all of its block, to reflect which y goes with which x: a
 * predictor that ignores x, or y, may rank well. Baselines are never marked, but the others must be
 * distinguished from them.
 */
export function scoreBlock(columns: readonly ScoreColumn[], options: ScoreOptions): Score[] {
  const { baselineOf = [], least, ceilings = new Set(), beside = new Set(), ...drawn } = options;
  const pairs = columns[0]?.truths.length ?? 0;
  const enough = columns.map((column) => isEnough(scoredPlaces(column).length, pairs, least));
  const sharing = columns.filter((_, m) => enough[m] && !beside.has(m));
  const unshared = unscoredBySome(sharing);
  const comparable = isEnough(pairs - unshared.size, 0, least);
  const unit = unitOf(columns[0] ?? NO_PAIRS);
  const judgeable = columns.map((column, m) => (enough[m] ? column : NO_PAIRS));
  const rhos = columns.map(rhoOf);
  const compared = columns.map((column) => rhoOf(withoutEstimates(column, unshared)));
  const beyondNamed = judgeable.map(beyondBase);
  resampleByPair(
    unit.clusters ? rhos : [...rhos, ...compared],
    beyondNamed.flatMap((named) => [...named.values()]),
    pairs,
    drawn,
  );
  const competes = (m: number) => comparable && enough[m]! && !ceilings.has(m) && !beside.has(m);
  const beyondEach = beyondBoth(judgeable, options.seed);
  const isJudged = (m: number) => beyondEach[m] !== undefined && competes(m) && baselineOf[m] !== m;
  const informed = areBeyondBoth(
    beyondEach.map((statistic, m) => (isJudged(m) ? statistic : undefined)),
  );
  const { figures, difference } = markedStatistics(rhos, pairs, {
    ...drawn,
    unit,
    mayStand: (m) => informed[m]! && baselineOf[m] !== m,
    ceilings: new Set(columns.keys().filter((m) => !competes(m))),
    compared,
  });
  const [byLabel, byUnit] = [labelErrors(columns, options.seed), unitErrors(columns, options.seed)];
  return figures.map((rho, m): Score => {
    if (!enough[m]) return { rho: { value: rho.value }, scored: columns[m]!.scored };
    const than = baselineOf[m] ?? -1;
    const over = comparable && than !== m && enough[than] && { over: difference(m, than) };
    return {
      rho,
      scored: columns[m]!.scored,
      ...over,
      ...measuredBeyond(beyondNamed[m]!, pairs, options),
      ...(beyondEach[m] && { beyondBoth: beyondEach[m] }),
      ...(isJudged(m) && { isBeyondBoth: informed[m]! }),
      ...blindRho(columns[m]!, options),
      byLabel: byLabel?.[m],
      byUnit: byUnit?.[m],
      unit: unit.name,
    };
  });
}

const NO_PAIRS = columnOf([]);

const rhoOf = (column: ScoreColumn) => overScored("rho", column);

/** The places of the pairs for which some column has no estimate. */
function unscoredBySome(columns: readonly ScoreColumn[]): Set<number> {
  const places = new Set<number>();
  for (const { estimates } of columns) {
    for (const [i, estimate] of estimates.entries()) {
      if (Number.isNaN(estimate)) places.add(i);
    }
  }
  return places;
}

/** ρ of a predictor that gives all labels of an x the same value. */
function blindRho(column: ScoreColumn, { seed }: ScoreOptions): Pick<Score, "blindToY"> {
  const blind = blindToYColumn(column);
  if (blind === undefined) return {};
  const options = { seed, replicates: FEWER_REPLICATES };
  return { blindToY: measured([rhoOf(blind)], blind.truths.length, options)[0]! };
}

/**
 * Resamples all that is resampled by pair at once, so that a resample ranks each column once; the
 * results are then found by the same options.
 */
function resampleByPair(
  rhos: readonly ResampledStatistic[],
  beyond: readonly ResampledStatistic[],
  pairs: number,
  { replicates = REPLICATES, ...options }: Pick<ScoreOptions, "seed" | "replicates">,
): void {
  const each = [...rhos.map(() => replicates), ...beyond.map(() => FEWER_REPLICATES)];
  resampledOnce([...rhos, ...beyond], pairs, { ...options, replicates: each });
}

/** Partial ρ and ρ within label of a column; neither of a column without pairs. */
function beyondBase(column: ScoreColumn) {
  return new Map(beyondNames(column).map((name) => [name, overScored(name, column)]));
}

function measuredBeyond(
  named: ReturnType<typeof beyondBase>,
  pairs: number,
  { seed }: ScoreOptions,
): Pick<Score, "beyond" | "within"> {
  const figures = measured([...named.values()], pairs, { seed, replicates: FEWER_REPLICATES });
  return Object.fromEntries([...named.keys()].map((name, i) => [name, figures[i]!]));
}

/**
 * Which statistics beyond the base rate a column has; none where base rates or labels are unknown.
 */
function beyondNames(column: ScoreColumn): ("beyond" | "within")[] {
  const { labels, marginals } = column;
  const places = scoredPlaces(column);
  if (places.length === 0 || labels === undefined || marginals === undefined) return [];
  const times = new Map<Label, number>();
  for (const i of places) {
    times.set(labels[i]!, (times.get(labels[i]!) ?? 0) + 1);
  }
  const alone = [...times.values()].filter((count) => count === 1).length;
  return 2 * alone > places.length ? ["beyond"] : ["beyond", "within"];
}
