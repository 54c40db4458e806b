import { partialRankCorrelation, rankedColumn } from "@promptnce/core/correlation";
import { type FrameTerms, pairsAt } from "@promptnce/core/frame";
import { logProbability } from "@promptnce/core/information";
import { blindToY, controlsApply, type GateOf, type MarkGate } from "@promptnce/core/repeats";
import {
  rankCorrelation,
  type ResampledStatistic,
  resampledSlope,
} from "@promptnce/core/resampling";
import { frameGate, frameUnit } from "@promptnce/core/scorecard";
import { entryOf, lazily } from "../study/kept.ts";
import type { ScoredPairs } from "../study/study-frame.ts";
import type { SharedRanks } from "./shared-draws.ts";

/** The statistics of a column of estimates. */
export interface ColumnStatistics {
  readonly values: Float64Array;
  /** The places of the pairs that have an estimate. */
  readonly places: Uint32Array;
  readonly rho: ResampledStatistic;
  /** The partial ρ given P(y), and ρ within labels unless most pairs are alone with theirs. */
  readonly beyond: Readonly<Partial<Record<"beyond" | "within", ResampledStatistic>>>;
  readonly gate: () => MarkGate | undefined;
  /** ρ of a predictor that gives all labels of an x the mean of their estimates. */
  readonly blindToY: () => ResampledStatistic | undefined;
  /** The slope of the truth on the estimates, and of their logarithms. */
  readonly slopes: () => readonly ResampledStatistic[];
}

/** The estimates of one term of a column; PMI of a method without P(y|x), such as GEM. */
interface Estimates {
  readonly values: Float64Array;
  readonly estimated: keyof FrameTerms;
}

/**
 * A function that makes the statistics of a column once, however many blocks of one study have it.
 */
export function columnStatistics(ranks: SharedRanks) {
  const known = new Map<Float64Array, Map<Float64Array, ColumnStatistics>>();
  const gates = new Map<Uint32Array, Map<Float64Array, GateOf | undefined>>();
  return (pairs: ScoredPairs, { values, estimated }: Estimates): ColumnStatistics => {
    const truth = pairs.frame.truth[pairs.term];
    const ofTruth = entryOf(known, truth, () => new Map<Float64Array, ColumnStatistics>());
    return entryOf(ofTruth, values, () => {
      const places = ranks.placesOf(values);
      const scored = at(values, places);
      const gateOf = (): GateOf | undefined => {
        const ofPlaces = entryOf(gates, places, () => new Map<Float64Array, GateOf | undefined>());
        return entryOf(ofPlaces, truth, () => gateAt(pairs, places));
      };
      const logs = lazily(() => scored.map((value) => logProbability(value)));
      return {
        values,
        places,
        rho: ranks.rho(values, truth, places),
        beyond: beyondBase(pairs, values, places, ranks),
        gate: lazily(() => gateOf()?.(estimated === "pmi" ? scored : logs())),
        blindToY: lazily(() => blindStatistic(pairs, scored, places)),
        slopes: () => {
          const truths = at(truth, places);
          const logsOfTruth = truths.map((value) => logProbability(value));
          return [slopeAt(places, scored, truths), slopeAt(places, logs(), logsOfTruth)];
        },
      };
    });
  };
}

const at = (values: Float64Array, places: Uint32Array) =>
  Float64Array.from(places, (place) => values[place]!);

/** The gate of the scored pairs; none where pairs are labels. */
function gateAt({ frame, term, sampled }: ScoredPairs, places: Uint32Array): GateOf | undefined {
  if (term === "marginal" || places.length === 0) return undefined;
  const scored = pairsAt({ ...frame, columns: [] }, places);
  return frameGate(scored, {
    term,
    unit: frameUnit(scored.keys),
    ...(sampled && {
      labelsOfX: places.map((place) => sampled.labelsOfX[place]!),
      levels: { x: at(sampled.levels.x, places), label: at(sampled.levels.label, places) },
    }),
  });
}

/** Both are of PMI, whose ρ base rates alone may give. */
function beyondBase(
  { frame, term }: ScoredPairs,
  values: Float64Array,
  places: Uint32Array,
  ranks: SharedRanks,
): ColumnStatistics["beyond"] {
  if (term !== "pmi" || places.length === 0) return {};
  const truth = frame.truth.pmi;
  const [ofValues, ofTruth] = [ranks.at(values, places), ranks.at(truth, places)];
  const beyond = partialRankCorrelation(ofValues, ofTruth, ranks.at(frame.truth.marginal, places));
  const { clusters: labels } = frameUnit(frame.keys, "label");
  const times = Map.groupBy(places, (place) => labels![place]!);
  const alone = [...times.values()].filter(({ length }) => length === 1).length;
  if (2 * alone > places.length) return { beyond };
  const withinLabel = (of: Float64Array) => rankedColumn(of, places, labels);
  return { beyond, within: rankCorrelation(withinLabel(values), withinLabel(truth)) };
}

/** Absent if few x have two labels, since the predictor would equal the column itself. */
function blindStatistic(
  { frame, term }: ScoredPairs,
  scored: Float64Array,
  places: Uint32Array,
): ResampledStatistic | undefined {
  if (term === "marginal" || !controlsApply(frame.keys).blindToY) return undefined;
  const { keys, truth } = pairsAt({ ...frame, columns: [] }, places);
  return rankCorrelation(rankedColumn(blindToY(scored, keys)), rankedColumn(truth[term]));
}

/** A slope of the scored pairs, as a function of how often each of all pairs was drawn. */
function slopeAt(
  places: Uint32Array,
  estimates: Float64Array,
  truths: Float64Array,
): ResampledStatistic {
  const statistic = resampledSlope(estimates, truths);
  const counts = new Uint32Array(places.length);
  return (drawn) => {
    for (let k = 0; k < places.length; k++) {
      counts[k] = drawn[places[k]!]!;
    }
    return statistic(counts);
  };
}
