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
} from "./marked-statistics.ts";
import { isEnough, overScored, type ScorePair, scoredText, unscored } from "./scored-pairs.ts";

/** How well a method's estimates rank the pairs. */
interface Score {
  /** Spearman's ρ ± bootstrap standard error; NaN if either side does not vary. */
  readonly rho: Measured;
  /**
   * The number of pairs with an estimate, as in {@link scoredText}. Pairs without one are left out,
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

interface ScoreOptions extends Omit<MarkOptions, "compared" | "unit" | "mayStand" | "seed"> {
  readonly seed: string;
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
export function scoreBlock(
  columns: readonly (readonly ScorePair[])[],
  options: ScoreOptions,
): Score[] {
  const { baselineOf = [], least, ceilings = new Set(), beside = new Set(), ...drawn } = options;
  const pairs = columns[0]?.length ?? 0;
  const absent = columns.map(unscored);
  const enough = absent.map(({ size }) => isEnough(pairs - size, pairs, least));
  const sharing = absent.filter((_, m) => enough[m] && !beside.has(m));
  const unshared = new Set(sharing.flatMap((missing) => [...missing]));
  const comparable = isEnough(pairs - unshared.size, 0, least);
  const beyond = beyondBase(
    columns.map((column, m) => (enough[m] ? column : [])),
    options,
  );
  const competes = (m: number) => comparable && enough[m]! && !ceilings.has(m) && !beside.has(m);
  const beyondEach = beyondBoth(
    columns.map((column, m) => (enough[m] ? column : [])),
    options.seed,
  );
  const isJudged = (m: number) => beyondEach[m] !== undefined && competes(m) && baselineOf[m] !== m;
  const informed = areBeyondBoth(
    beyondEach.map((statistic, m) => (isJudged(m) ? statistic : undefined)),
  );
  const unit = unitOf(columns[0] ?? []);
  const { figures, difference } = markedStatistics(columns.map(rhoOf), pairs, {
    ...drawn,
    unit,
    mayStand: (m) => informed[m]! && baselineOf[m] !== m,
    ceilings: new Set(columns.keys().filter((m) => !competes(m))),
    compared: columns.map((column) =>
      rhoOf(column.map((pair, i) => (unshared.has(i) ? { ...pair, estimate: undefined } : pair))),
    ),
  });
  const [byLabel, byUnit] = [labelErrors(columns, options.seed), unitErrors(columns, options.seed)];
  return figures.map((rho, m): Score => {
    if (!enough[m]) return { rho: { value: rho.value }, scored: scoredText(columns[m]!) };
    const than = baselineOf[m] ?? -1;
    const over = comparable && than !== m && enough[than] && { over: difference(m, than) };
    return {
      rho,
      scored: scoredText(columns[m]!),
      ...over,
      ...beyond[m],
      ...(beyondEach[m] && { beyondBoth: beyondEach[m] }),
      ...(isJudged(m) && { isBeyondBoth: informed[m]! }),
      ...blindRho(columns[m]!, options),
      byLabel: byLabel?.[m],
      byUnit: byUnit?.[m],
      unit: unit.name,
    };
  });
}

const rhoOf = (column: readonly ScorePair[]) => overScored("rho", column);

/** ρ of a predictor that gives all labels of an x the same value. */
function blindRho(column: readonly ScorePair[], { seed }: ScoreOptions): Pick<Score, "blindToY"> {
  const blind = blindToYColumn(column);
  if (blind === undefined) return {};
  const options = { seed, replicates: FEWER_REPLICATES };
  return { blindToY: measured([rhoOf(blind)], blind.length, options)[0]! };
}

/**
 * Partial ρ and ρ within label of each column; neither of a column without pairs. All are resampled
 * together, so that a resample ranks the truth and the base rates once for all methods.
 */
function beyondBase(
  columns: readonly (readonly ScorePair[])[],
  { seed }: ScoreOptions,
): Pick<Score, "beyond" | "within">[] {
  const names = columns.map(beyondNames);
  const statistics = names.flatMap((of, m) => of.map((name) => overScored(name, columns[m]!)));
  const pairs = Math.max(0, ...columns.map(({ length }) => length));
  const figures = measured(statistics, pairs, { seed, replicates: FEWER_REPLICATES }).values();
  return names.map((of) => Object.fromEntries(of.map((name) => [name, figures.next().value!])));
}

/**
 * Which statistics beyond the base rate a column has; none where base rates or labels are unknown.
 */
function beyondNames(column: readonly ScorePair[]): ("beyond" | "within")[] {
  const isKnown = column.every(
    ({ label, marginal }) => label !== undefined && marginal !== undefined,
  );
  if (column.length === 0 || !isKnown) return [];
  const scored = column.flatMap(({ label, estimate }) => (estimate === undefined ? [] : [label]));
  const alone = [...Map.groupBy(scored, (label) => label).values()].filter(
    ({ length }) => length === 1,
  ).length;
  return 2 * alone > scored.length ? ["beyond"] : ["beyond", "within"];
}
