import { standings } from "@promptnce/core/comparison";
import { areShown } from "@promptnce/core/repeats";
import type { Scored, ScoredGate, SharedRhos } from "@promptnce/core/scorecard";
import type { Measurement, SharedNote } from "@promptnce/report";
import { type BlocksCard, blocksCard } from "./blocks-card.ts";
import type { ComparedColumn, ComparedColumns } from "./compared-columns.ts";
import { isResolvedAbove, measuredRho } from "./marked-statistics.ts";
import { slopesOf } from "./slopes.ts";

/** How well a method's estimates rank the pairs. */
export interface Score {
  /** Spearman's ρ ± bootstrap standard error; NaN if either side does not vary. */
  readonly rho: Measurement;
  /** The number of pairs with an estimate. Pairs without one are left out, never set to zero. */
  readonly scored: number;
  /** The number of those whose masses sum far from one. */
  readonly flagged: number;
  /** Whether these are enough, by {@link isEnough}, for marks and comparisons. */
  readonly hasEnough: boolean;
  /** ρ minus the baseline's ρ. */
  readonly over?: Measurement;
  /** The partial ρ, given ln P(y). */
  readonly beyond?: Measurement;
  /** ρ within labels, unless most pairs are the only one with their label. */
  readonly within?: Measurement;
  /** The statistic of the gate, and whether it is above chance if it was judged. */
  readonly beyondBoth?: BeyondBoth;
  readonly isBeyondBoth?: boolean;
  /** ρ of a predictor blind to y, which uses the mean estimate of each x; only if x repeat. */
  readonly blindToY?: Measurement;
  /** The standard error of ρ with whole labels resampled, and with whole contexts or inputs. */
  readonly byLabel?: number | undefined;
  readonly byUnit?: number | undefined;
  /** The unit resampled for `byUnit` and for marks: `context`, `x` or `pair`. */
  readonly unit?: string | undefined;
  /** The slope on the estimates and that of logarithms, if the block asks for them. */
  readonly slopes?: readonly Measurement[];
}

/**
 * Whether a column's estimates reflect which y goes with which x, beyond what x alone and y alone
 * explain.
 */
export type BeyondBoth = Omit<ScoredGate, "aboveChance">;

/** Whether a row has enough scored items for marks and comparisons: `least`, and 80 % of all. */
export function isEnough(scored: number, pairs: number, least = 30): boolean {
  return scored >= least && scored >= 0.8 * pairs;
}

/** What a table says of a row without {@link isEnough} in place of a finding. */
export const TOO_FEW_PAIRS = "too few pairs";

/** The note on {@link isEnough}, under every table with a row below the minimum. */
export const tooFewNote: SharedNote = {
  title: "Bold and ≈",
  text: "A row with fewer than 30 scored, or less than 80 %, has no mark and is not compared.",
};

/**
 * The scores of the columns of blocks of one study, in their order. Blocks with the same pairs share
 * a scorecard, in which a column is ranked and resampled once for all tables.
 *
 * Marks and differences use the pairs for which every column with {@link isEnough} has an estimate,
 * and resample whole contexts or x where these repeat. A column is marked only if its ρ is resolved
 * above 0 and it is shown, among all of its block, to reflect which y goes with which x: a predictor
 * that ignores x, or y, may rank well. Baselines are never marked, but the others must be
 * distinguished from them.
 *
 * @param onScored Called after each block.
 */
export function blockScores(
  blocks: readonly ComparedColumns[],
  onScored = (): void => {},
): Score[][] {
  const scored = new Map<ComparedColumns, Score[]>();
  for (const ofFrame of Map.groupBy(blocks, ({ frame }) => frame).values()) {
    for (const alike of Map.groupBy(ofFrame, ({ term }) => term).values()) {
      const card = blocksCard(alike);
      for (const block of alike) {
        scored.set(block, scoreBlock(block, card));
        onScored();
      }
    }
  }
  return blocks.map((block) => scored.get(block)!);
}

function scoreBlock(block: ComparedColumns, blocksCard: BlocksCard): Score[] {
  const comparison = comparisonOf(block, blocksCard);
  const { scores, counts, enough, isJudged } = comparison;
  const judged = scores.map((found, m) => (isJudged(m) ? found?.gate : undefined));
  const informed = areShown(judged);
  const isAnyJudged = judged.some((gate) => gate !== undefined);
  const isBaseline = (m: number) => block.columns[m]!.baseline === m;
  const marks = marksOf(comparison, (m) => (informed[m]! || !isAnyJudged) && !isBaseline(m));
  return block.columns.map((one, m): Score => {
    const found = scores[m];
    const slopes = block.withSlopes && slopesOf(block, one);
    const rho = found ? measuredRho(found) : { value: Number.NaN };
    const over = comparison.over(m);
    return {
      rho: { ...rho, ...(marks[m] && { mark: marks[m] }) },
      ...counts[m]!,
      hasEnough: enough[m]!,
      ...(over && { over }),
      ...(found && { ...errorsOf(found), ...controlsOf(block, found) }),
      ...(isJudged(m) && { isBeyondBoth: informed[m]! }),
      ...(slopes && { slopes }),
    };
  });
}

/** How the columns of a block stand to each other; by their places in it. */
interface Comparison {
  readonly scores: readonly (Scored | undefined)[];
  readonly counts: readonly Pick<Score, "scored" | "flagged">[];
  readonly enough: readonly boolean[];
  /** Those of the columns with enough that decide which pairs are compared. */
  readonly rivals: readonly number[];
  /** ρ of these over the pairs that all of them estimate. */
  readonly shared: SharedRhos | undefined;
  readonly competes: (column: number) => boolean;
  /** Whether the block says if the column uses both x and y. */
  readonly isJudged: (column: number) => boolean;
  /** ρ less the baseline's. */
  readonly over: (column: number) => Measurement | undefined;
}

function comparisonOf(block: ComparedColumns, { card, placeOf }: BlocksCard): Comparison {
  const { frame, columns, least } = block;
  const places = columns.map(placeOf);
  const scores = places.map((place) => card.columns[place]);
  const counts = columns.map(countsOf);
  const enough = counts.map(({ scored }) => isEnough(scored, frame.pairs, least));
  const rivals = [...columns.keys()].filter((m) => enough[m] && !columns[m]!.beside);
  const shared = card.shared(rivals.map((m) => places[m]!));
  const isComparable = shared !== undefined && isEnough(shared.pairs, 0, least);
  const competes = (m: number): boolean =>
    isComparable && rivals.includes(m) && !columns[m]!.ceiling;
  return {
    scores,
    counts,
    enough,
    rivals,
    shared,
    competes,
    isJudged: (m) => scores[m]?.gate !== undefined && competes(m) && columns[m]!.baseline !== m,
    over: (m) => {
      const than = columns[m]!.baseline ?? m;
      if (!isComparable || than === m || !enough[m] || !enough[than]) return undefined;
      // A column beside the others is compared on those pairs of theirs that it has too.
      const all = rivals.includes(m) ? rivals : [...rivals, m];
      const found = all === rivals ? shared : card.shared(all.map((one) => places[one]!))!;
      const { difference, standardError } = found.difference(all.indexOf(m), all.indexOf(than));
      return { value: difference, standardError };
    },
  };
}

/** Marks by the differences of all competitors, as in core's `standings`. */
function marksOf(
  { scores, rivals, shared, competes }: Comparison,
  mayStand: (column: number) => boolean,
) {
  const rhoOf = (m: number) => shared!.rhos[rivals.indexOf(m)]!;
  const isResolved = (m: number): boolean => {
    if (shared!.unit === "pair") return isResolvedAbove(measuredRho(scores[m]!));
    // The half of Student's t interval, which holds for as few units as these may be.
    const { rho, interval } = rhoOf(m);
    return rho - (interval.high - interval.low) / 2 > 0;
  };
  return standings(
    scores.map((_, m) => (competes(m) ? rhoOf(m).rho : Number.NaN)),
    (first, second) => shared!.p(rivals.indexOf(first), rivals.indexOf(second)),
    { aboveChance: (m) => competes(m) && mayStand(m) && isResolved(m) },
  );
}

/** How many pairs have an estimate, and how many of these are flagged. */
function countsOf({ column, estimated }: ComparedColumn): Pick<Score, "scored" | "flagged"> {
  const places = [...column[estimated].keys()].filter((i) => !Number.isNaN(column[estimated][i]));
  const flagged = places.reduce((count, place) => count + (column.doubtful?.[place] ?? 0), 0);
  return { scored: places.length, flagged };
}

/** The errors of ρ by other units than pairs. */
function errorsOf({
  controls,
  coarsest,
  unit,
}: Scored): Pick<Score, "byLabel" | "byUnit" | "unit"> {
  return {
    byLabel: controls?.errorByLabel,
    byUnit: coarsest?.rhoError,
    unit: coarsest?.name ?? unit.name,
  };
}

/** What a table shows beside ρ and its errors. */
function controlsOf(
  { term }: ComparedColumns,
  { beyond, controls = {}, gate }: Scored,
): Partial<Score> {
  const { within, toY } = controls;
  return {
    ...(term === "pmi" && { beyond: measuredRho(beyond) }),
    ...(within && { within: measuredRho(within) }),
    ...(gate && { beyondBoth: gate }),
    ...(toY && { blindToY: measuredRho(toY) }),
  };
}
