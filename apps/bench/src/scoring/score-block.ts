import type { Frame, FrameTerms } from "@promptnce/core/frame";
import { areShown, type MarkGate, type SizedStatistic } from "@promptnce/core/repeats";
import { standardError } from "@promptnce/core/resampling";
import { frameUnit } from "@promptnce/core/scorecard";
import type { Measured, SharedNote } from "@promptnce/report";
import { entryOf } from "../study/kept.ts";
import type { MethodColumn, ScoredPairs } from "../study/study-frame.ts";
import { type ColumnStatistics, columnStatistics } from "./column-statistics.ts";
import {
  differenceOf,
  FEWER_REPLICATES,
  marked,
  measuredOf,
  REPLICATES,
} from "./marked-statistics.ts";
import { type Resample, resampledOnce, sharedRanks, type SharedRanks } from "./shared-draws.ts";
import { labelUnit } from "./whole-units.ts";

/** How well a method's estimates rank the pairs. */
export interface Score {
  /** Spearman's ρ ± bootstrap standard error; NaN if either side does not vary. */
  readonly rho: Measured;
  /** The number of pairs with an estimate. Pairs without one are left out, never set to zero. */
  readonly scored: number;
  /** The number of those whose masses sum far from one. */
  readonly flagged: number;
  /** ρ minus the baseline's ρ. */
  readonly over?: Measured;
  /** The partial ρ, given ln P(y). */
  readonly beyond?: Measured;
  /** ρ within labels, unless most pairs are the only one with their label. */
  readonly within?: Measured;
  /** The statistic of the gate, and whether it is above chance if it was judged. */
  readonly beyondBoth?: BeyondBoth;
  readonly isBeyondBoth?: boolean;
  /** ρ of a predictor blind to y, which uses the mean estimate of each x; only if x repeat. */
  readonly blindToY?: Measured;
  /** The standard error of ρ with whole labels resampled, and with whole contexts or inputs. */
  readonly byLabel?: number | undefined;
  readonly byUnit?: number | undefined;
  /** The unit resampled for `byUnit` and for marks: `context`, `x` or `pair`. */
  readonly unit?: string;
  /** The slope on the estimates and that of logarithms, if the block asks for them. */
  readonly slopes?: readonly Measured[];
}

/**
 * Whether a column's estimates reflect which y goes with which x, beyond what x alone and y alone
 * explain.
 */
export interface BeyondBoth extends SizedStatistic {
  /** The correlation that was used. */
  readonly by: MarkGate["by"];
}

/** A column of a block, and its part in the comparison. */
interface ComparedColumn {
  readonly column: MethodColumn;
  /** The term of the column that is ranked. */
  readonly estimated: keyof FrameTerms;
  /** The index of the baseline with the same marginal; that of a baseline is its own. */
  readonly baseline?: number | undefined;
  /** Whether the column is shown but not compared. */
  readonly ceiling?: boolean | undefined;
  /** Whether, in addition, the pairs that it lacks stay in the comparison of the others. */
  readonly beside?: boolean | undefined;
}

/** Columns that are compared with each other, as data that a thread can be sent. */
export interface ComparedColumns extends ScoredPairs {
  readonly columns: readonly ComparedColumn[];
  /** The minimum number of scored items for {@link isEnough}. */
  readonly least?: number | undefined;
  readonly withSlopes?: boolean;
}

/** Whether a row has enough scored items for ±, marks and comparisons: `least`, and 80 % of all. */
export function isEnough(scored: number, pairs: number, least = 30): boolean {
  return scored >= least && scored >= 0.8 * pairs;
}

/** The note on {@link isEnough}, under every table with a row below the minimum. */
export const tooFewNote: SharedNote = {
  title: "Bold and ≈",
  text: "A row with fewer than 30 scored, or less than 80 %, has neither ± nor mark and is not compared.",
};

/**
 * A function that scores blocks of one study. What these share is ranked and resampled once, and
 * kept as long as the function is.
 *
 * All columns of a block use the same resamples of the frame's pairs, each on the pairs that it has
 * an estimate for. Marks and differences use the pairs for which every column with {@link isEnough}
 * has an estimate, and resample whole contexts or x where these repeat. A column is marked only if
 * its ρ is resolved above 0 and it is shown, among all of its block, to reflect which y goes with
 * which x: a predictor that ignores x, or y, may rank well. Baselines are never marked, but the
 * others must be distinguished from them.
 */
export function blockScorer(seed: string): (block: ComparedColumns) => Score[] {
  const ranks = sharedRanks();
  const shared: Shared = {
    ranks,
    statisticsOf: columnStatistics(ranks),
    resample: resampledOnce(seed),
    units: new Map(),
  };
  return (block) => scoreBlock(block, shared);
}

/** What the blocks of a study share. */
interface Shared {
  readonly ranks: SharedRanks;
  readonly statisticsOf: ReturnType<typeof columnStatistics>;
  readonly resample: Resample;
  readonly units: Map<Frame["keys"], Units>;
}

type Units = ReturnType<typeof unitsOf>;

/** The unit for marks, and that of labels. A unit is one object, by which its draws are found. */
function unitsOf(frame: Frame, term: keyof FrameTerms) {
  if (term === "marginal") return { whole: frameUnit(frame.keys, "pair") };
  return { whole: frameUnit(frame.keys), label: labelUnit(frame) };
}

function scoreBlock(block: ComparedColumns, shared: Shared): Score[] {
  const { frame, term, columns: compared, least } = block;
  const { pairs } = frame;
  const units = entryOf(shared.units, frame.keys, () => unitsOf(frame, term));
  const columns = compared.map(({ column, estimated }) =>
    shared.statisticsOf(block, { values: column[estimated], estimated }),
  );
  const enough = columns.map(({ places }) => isEnough(places.length, pairs, least));
  const lacking = unscoredBySome(columns.filter((_, m) => enough[m] && !compared[m]!.beside));
  const comparable = isEnough(pairs - lacking.size, 0, least);
  const isBaseline = (m: number) => compared[m]!.baseline === m;
  const competes = (m: number) =>
    comparable && enough[m]! && !compared[m]!.ceiling && !compared[m]!.beside;
  const { shown, rivals, beyond } = drawnOf(block, { columns, enough, lacking, units }, shared);
  const gates = columns.map((column, m) =>
    enough[m] ? beyondBoth(column, shared.resample) : undefined,
  );
  const isJudged = (m: number) => gates[m] !== undefined && competes(m) && !isBaseline(m);
  const judged = gates.map((gate, m) => (isJudged(m) ? gate : undefined));
  const isAnyJudged = judged.some((gate) => gate !== undefined);
  const informed = areShown(judged);
  const figures = marked(shown, rivals, {
    competes,
    mayStand: (m) => (informed[m]! || !isAnyJudged) && !isBaseline(m),
    areWhole: units.whole.clusters !== undefined,
  });
  const [byLabel, byUnit] = wholeErrors(columns, pairs, units, shared.resample);
  return figures.map((rho, m): Score => {
    const { places } = columns[m]!;
    const { doubtful } = compared[m]!.column;
    const flagged = places.reduce((count, place) => count + (doubtful?.[place] ?? 0), 0);
    const counts = { scored: places.length, flagged };
    const slopes = block.withSlopes && slopesOf(columns[m]!, pairs, shared.resample);
    if (!enough[m]) {
      const values = slopes && slopes.map(({ value }) => ({ value }));
      return { rho: { value: rho.value }, ...counts, ...(values && { slopes: values }) };
    }
    const than = compared[m]!.baseline ?? -1;
    const over = comparable && than !== m && enough[than];
    return {
      rho,
      ...counts,
      ...(over && { over: differenceOf(rivals[m]!, rivals[than]!) }),
      ...beyond[m]!,
      ...(gates[m] && { beyondBoth: gates[m] }),
      ...(isJudged(m) && { isBeyondBoth: informed[m]! }),
      ...blindRho(columns[m]!, shared.resample),
      byLabel: byLabel?.[m],
      byUnit: byUnit?.[m],
      unit: units.whole.name,
      ...(slopes && { slopes }),
    };
  });
}

/** The places of the pairs for which some column has no estimate. */
function unscoredBySome(columns: readonly ColumnStatistics[]): Set<number> {
  const places = new Set<number>();
  for (const { values } of columns) {
    for (const [place, estimate] of values.entries()) {
      if (Number.isNaN(estimate)) places.add(place);
    }
  }
  return places;
}

interface Drawing {
  readonly columns: readonly ColumnStatistics[];
  readonly enough: readonly boolean[];
  /** The places that not all rivals share. */
  readonly lacking: ReadonlySet<number>;
  readonly units: Units;
}

/**
 * ρ of each column, of each as a rival, and what its ρ is beyond the base rate. All that is drawn by
 * pair is drawn at once, so that a resample ranks each column once.
 */
function drawnOf(
  { frame, term }: ComparedColumns,
  { columns, enough, lacking, units: { whole } }: Drawing,
  { ranks, resample }: Shared,
) {
  const rhos = columns.map(({ rho }) => rho);
  const shared = (place: number) => !lacking.has(place);
  const rivals = columns.map(({ values }) =>
    ranks.rho(values, frame.truth[term], ranks.placesOf(values, shared)),
  );
  const byPair = whole.clusters ? rhos : [...rhos, ...rivals];
  const beyond = columns.map((column, m) => (enough[m] ? Object.entries(column.beyond) : []));
  const statistics = beyond.flat().map(([, statistic]) => statistic);
  const drawn = resample([...byPair, ...statistics], frame.pairs, [
    ...byPair.map(() => REPLICATES),
    ...statistics.map(() => FEWER_REPLICATES),
  ]);
  const figures = drawn.slice(byPair.length).map(measuredOf);
  const named = beyond.map((names) => names.map(([name]) => [name, figures.shift()!] as const));
  return {
    shown: drawn.slice(0, rhos.length),
    rivals: whole.clusters
      ? resample(rivals, frame.pairs, REPLICATES, whole)
      : drawn.slice(rhos.length, byPair.length),
    beyond: named.map((entries): Pick<Score, "beyond" | "within"> => Object.fromEntries(entries)),
  };
}

function beyondBoth({ gate, places }: ColumnStatistics, resample: Resample) {
  const found = gate();
  if (found === undefined) return undefined;
  const { by, statistic, unit, inflation } = found;
  const [made] = resample([statistic], places.length, FEWER_REPLICATES, unit);
  const { value, standardError: error } = measuredOf(made!);
  return { by, value, standardError: inflation * error!, units: unit.count };
}

/** The standard errors of ρ with whole labels, and with whole contexts or x, resampled. */
function wholeErrors(
  columns: readonly ColumnStatistics[],
  pairs: number,
  { whole, label }: Units,
  resample: Resample,
): (number[] | undefined)[] {
  const rhos = columns.map(({ rho }) => rho);
  return [label, whole].map((unit) =>
    unit?.clusters === undefined
      ? undefined
      : resample(rhos, pairs, FEWER_REPLICATES, unit).map(({ replicates }) =>
          standardError(replicates),
        ),
  );
}

/** ρ of a predictor that gives all labels of an x the same value. */
function blindRho(
  { blindToY, places }: ColumnStatistics,
  resample: Resample,
): Pick<Score, "blindToY"> {
  const statistic = blindToY();
  if (statistic === undefined) return {};
  const [made] = resample([statistic], places.length, FEWER_REPLICATES);
  return { blindToY: measuredOf(made!) };
}

/** On the same resamples as the ρ beside them. */
function slopesOf({ slopes }: ColumnStatistics, pairs: number, resample: Resample): Measured[] {
  return resample(slopes(), pairs, REPLICATES).map(measuredOf);
}
