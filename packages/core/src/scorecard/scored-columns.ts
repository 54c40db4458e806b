import { sumOf } from "../numerics/moments.ts";
import { type Frame, pairsAt } from "../frame/frame.ts";
import type { TruthLevels } from "../repeats/beyond-levels.ts";
import type { MarkGate } from "../repeats/mark-gate.ts";
import { effectiveUnits, FEWEST_UNITS, type ResamplingUnit } from "../repeats/resampling-unit.ts";
import type { ReplicatedStatistic } from "../resampling/bootstrap.ts";
import { standardError } from "../resampling/standard-error.ts";
import { type ColumnStatistics, columnStatistics } from "./column-statistics.ts";
import {
  correlationWithPeople,
  type CorrelationWithPeople,
  noCorrelation,
} from "./correlation-with-people.ts";
import { frameGate } from "./frame-gate.ts";
import { frameReplicates, type Resampling } from "./frame-replicates.ts";
import { frameUnit } from "./frame-unit.ts";
import { blindRhos, byPeople, calibration, isAlone, termRhos } from "./plain-scores.ts";
import type { Scored, ScoredControls, ScoredGate, ScoredTerm } from "./scored.ts";
import { type SharedReplicates, unitsShown } from "./shared-rhos.ts";
import { numbersAt } from "../numerics/columns.ts";

/** What a gate knows of the dataset that the pairs of a frame are a sample of, a number a pair. */
export interface Sampled {
  /** How many labels people gave to the x of each pair (`labelsOfX`). */
  readonly labelsOfX: Uint32Array;
  /** The levels of x and label (`truthLevels`); those of the pairs themselves if not given. */
  readonly levels?: TruthLevels | undefined;
}

export interface ScoringOptions {
  readonly resampling: Resampling;
  readonly term: ScoredTerm;
  readonly unit: string | undefined;
  readonly controls: boolean;
  readonly sampled: Sampled;
}

/** Scores before the gates of all columns are judged together. */
export interface Unjudged extends Omit<Scored, "gate" | "distances"> {
  readonly gate?: Omit<ScoredGate, "aboveChance">;
}

/** The scores of columns that estimate the same pairs. */
export interface ScoredColumns {
  readonly scores: readonly Unjudged[];
  /** ρ by the unit that differences resample. */
  readonly shared: SharedReplicates;
}

/** The unit that gate and differences resample where pairs are named: the coarsest that repeats. */
export function comparedUnit(term: ScoredTerm, named: string | undefined): string | undefined {
  return named === "pair" && term !== "marginal" ? undefined : named;
}

/**
 * The scores, without verdict and distances, of columns that all estimate the pairs at these places;
 * at least three.
 */
export function scoredColumns(
  frame: Frame,
  places: Uint32Array,
  options: ScoringOptions,
): ScoredColumns {
  const { term, unit: named, controls, resampling } = options;
  const scored = pairsAt(frame, places);
  const [unit, compared] = [named, comparedUnit(term, named)].map((name) =>
    frameUnit(scored.keys, name),
  ) as [ResamplingUnit, ResamplingUnit];
  const gateOf = frameGate(scored, { ...sampledAt(options.sampled, places), term, unit: compared });
  const statistics = columnStatistics(scored, { term, controls, gateOf });
  const resampled = (by: ResamplingUnit, names: readonly StatisticName[]) =>
    replicatesBy(scored, by, { statistics, names, resampling });
  const isOne = compared.name === unit.name;
  const gated = resampled(compared, isOne ? allNames : ["rho", "gate"]);
  const own = isOne ? gated : resampled(unit, allNames.slice(0, -1));
  const labels = controls ? labelUnit(scored) : undefined;
  const byLabel = labels && resampled(labels, ["rho"]);
  const columns = gated.columns.map(({ rho: made }) => ({
    made: made!,
    found: correlationWithPeople(made!, gated.shown),
  }));
  const ofPairs = pairScores(scored, own);
  const scores = scored.columns.map((column, m): Unjudged => {
    const drawn = own.columns[m]!;
    const ofOwn = (made: ReplicatedStatistic) => correlationWithPeople(made, own.shown);
    const { found } = columns[m]!;
    const coarsest = { name: compared.name, rhoError: found.rhoError };
    return {
      ...ofPairs,
      ...(isOne ? found : { ...ofOwn(drawn.rho!), coarsest }),
      ...byPeople(scored, column, term),
      beyond: drawn.beyond ? ofOwn(drawn.beyond) : noCorrelation,
      terms: termRhos(scored, column),
      ...gateScores(statistics[m]!.gate, gated.columns[m]!.gate, gated.shown),
      blind: blindRhos(scored, column, term),
      ...(controls && { controls: controlsOf(drawn, byLabel?.columns[m]!.rho, ofOwn) }),
      ...calibration(scored, column),
    };
  });
  return { scores, shared: { pairs: scored.pairs, unit: compared, shown: gated.shown, columns } };
}

type StatisticName = keyof ColumnStatistics;

/** The gate's is the last, since it may be resampled by another unit. */
const allNames: readonly StatisticName[] = ["rho", "beyond", "within", "toY", "gate"];

/** The replicates of the named statistics of all columns, on the same resamples of a unit. */
interface ReplicatesBy {
  readonly unit: ResamplingUnit;
  readonly effective: number;
  /** The units behind an error; see {@link unitsShown}. */
  readonly shown: number;
  readonly columns: readonly Partial<Record<StatisticName, ReplicatedStatistic>>[];
}

interface Resampled {
  readonly statistics: readonly ColumnStatistics[];
  readonly names: readonly StatisticName[];
  readonly resampling: Resampling;
}

function replicatesBy(
  { pairs, keys }: Frame,
  unit: ResamplingUnit,
  { statistics, names, resampling }: Resampled,
): ReplicatesBy {
  const asked = statistics.map((column) =>
    names.flatMap((name) => {
      const found = name === "gate" ? column.gate?.statistic : column[name];
      return found ? [[name, found] as const] : [];
    }),
  );
  const all = asked.flat().map(([, statistic]) => statistic);
  const made = frameReplicates(keys, unit, all, resampling).values();
  const effective = effectiveUnits(pairs, unit);
  return {
    unit,
    effective,
    shown: unitsShown(pairs, effective),
    columns: asked.map((named) =>
      Object.fromEntries(named.map(([name]) => [name, made.next().value!])),
    ),
  };
}

function sampledAt({ labelsOfX, levels }: Sampled, places: Uint32Array) {
  const at = (values: Float64Array) => numbersAt(values, places);
  return {
    labelsOfX: places.map((place) => labelsOfX[place]!),
    ...(levels && { levels: { x: at(levels.x), label: at(levels.label) } }),
  };
}

/** The labels of pairs; `undefined` if there are too few of them, or they rarely repeat. */
function labelUnit({ pairs, keys }: Frame): ResamplingUnit | undefined {
  const unit = frameUnit(keys, "label");
  return unit.count < FEWEST_UNITS || pairs < 2 * unit.count ? undefined : unit;
}

/** The scores that all columns share. */
function pairScores(
  frame: Frame,
  { unit: { name, count }, effective }: ReplicatesBy,
): Pick<Unjudged, "pairs" | "rows" | "unit" | "isAlone"> {
  return {
    pairs: frame.pairs,
    rows: sumOf(frame.keys.rows),
    unit: { name, count, effective, isFew: name !== "pair" && effective < FEWEST_UNITS },
    ...(isAlone(frame) && { isAlone: true }),
  };
}

function gateScores(
  gate: MarkGate | undefined,
  made: ReplicatedStatistic | undefined,
  units: number,
): Pick<Unjudged, "gate" | "centred"> {
  if (gate === undefined || made === undefined) return {};
  const found = correlationWithPeople(made, units, gate.inflation);
  return {
    gate: { by: gate.by, value: found.rho, standardError: found.rhoError, units },
    ...(gate.by === "centred" && { centred: found }),
  };
}

function controlsOf(
  { within, toY }: Partial<Record<StatisticName, ReplicatedStatistic>>,
  byLabel: ReplicatedStatistic | undefined,
  found: (made: ReplicatedStatistic) => CorrelationWithPeople,
): ScoredControls {
  return {
    ...(byLabel && { errorByLabel: standardError(byLabel.replicates) }),
    ...(within && { within: found(within) }),
    ...(toY && { toY: found(toY) }),
  };
}
