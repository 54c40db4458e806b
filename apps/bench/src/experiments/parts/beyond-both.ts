import { logProbability } from "@promptnce/core/information";
import {
  areShown,
  blindToY,
  controlsApply,
  labelsOfX,
  type MarkGate,
  markGate,
  type ResamplingUnit,
  resamplingUnit,
  type SizedStatistic,
  truthLevels,
} from "@promptnce/core/repeats";
import { type Replicated, standardError } from "@promptnce/core/resampling";
import type { Observation } from "@promptnce/core";
import { once } from "../../study/once.ts";
import type { Study } from "../../study/study.ts";
import { FEWER_REPLICATES, resampledOnce } from "./marked-statistics.ts";
import { onceForEqual, type ScoreColumn, scoredPlaces, type Together } from "./scored-pairs.ts";

/**
 * Returns a function from a pair of the study to what the control "beyond both" needs besides the
 * estimate, computed from all human answers. It returns the same object for the same pair.
 */
export function togetherOf(study: Study, term: "conditional" | "pmi") {
  const { observations } = study.dataset;
  const levels = levelsOf(observations, term);
  const known = [false, true].map((isLog) =>
    once(observations, `together of ${term} ${isLog}`, () => new Map<string, Together>()),
  );
  return (pair: Observation, isLog: boolean): Together => {
    const ofScale = known[Number(isLog)]!;
    const together = ofScale.get(pair.id) ?? {
      key: JSON.stringify([study.seed, term, isLog, pair.id]),
      context: contextOf(pair),
      x: keyOf(pair),
      label: pair.y,
      truth: logTruth(pair, term),
      base: Math.log(pair.marginal),
      ...levels.get(pair.id)!,
      isLog,
    };
    ofScale.set(pair.id, together);
    return together;
  };
}

const contextOf = ({ context = {} }: Observation): string => JSON.stringify(context);
const keyOf = ({ x }: Observation): string => JSON.stringify(x);

function logTruth({ conditional, pmi }: Observation, term: "conditional" | "pmi"): number {
  return term === "pmi" ? pmi : Math.log(conditional);
}

function levelsOf(
  observations: readonly Observation[],
  term: "conditional" | "pmi",
): ReadonlyMap<string, Pick<Together, "levels" | "labelsOfX">> {
  return once(observations, `levels of ${term}`, () => {
    const truth = observations.map((pair) => logTruth(pair, term));
    const keys = {
      contexts: observations.map(contextOf),
      x: observations.map(keyOf),
      labels: observations.map(({ y }) => y),
    };
    const { x, label } = truthLevels(truth, keys);
    const sizes = labelsOfX(keys);
    return new Map(
      observations.map(({ id }, i) => {
        const levels = { x: x[i]!, label: label[i]! };
        return [id, { levels, labelsOfX: sizes[i]! }];
      }),
    );
  });
}

/**
 * Whether a column's estimates reflect which y goes with which x, beyond what x alone and y alone
 * explain.
 */
export interface BeyondBoth extends SizedStatistic {
  /** The correlation that was used. */
  readonly by: MarkGate["by"];
}

/**
 * The statistic of each column, over the pairs that have an estimate; `undefined` if there are
 * none, or if the pairs' contexts and inputs are unknown. Columns with the same pairs are resampled
 * together, so that each resample sums up their truth once.
 */
export function beyondBoth(
  columns: readonly ScoreColumn[],
  seed: string,
): (BeyondBoth | undefined)[] {
  const gates = columns.map(gateOf);
  const samePairs = Map.groupBy(gates, (gate) => gate?.pairs);
  const replicates = new Map<Gate, Replicated>();
  for (const [pairs, some] of samePairs) {
    if (pairs === undefined) continue;
    const alike = some as Gate[];
    const { unit } = alike[0]!;
    const options = { seed, replicates: FEWER_REPLICATES, ...clustersOf(unit) };
    const statistics = alike.map(({ statistic }) => statistic);
    const made = resampledOnce(statistics, alike[0]!.scored, options);
    alike.forEach((gate, i) => replicates.set(gate, made[i]!));
  }
  return gates.map((gate) => gate && judged(gate, replicates.get(gate)!));
}

/** What judges a column, with the number of scored pairs and a text that identifies them. */
interface Gate extends MarkGate {
  readonly scored: number;
  readonly pairs: string;
}

function gateOf(column: ScoreColumn): Gate | undefined {
  const { estimates: all, together } = column;
  const places = scoredPlaces(column);
  if (places.length === 0 || together === undefined) return undefined;
  const estimates = Float64Array.from(places, (i) =>
    together[i]!.isLog ? all[i]! : logProbability(all[i]!),
  );
  const shared = sharedOf(Array.from(places, (i) => together[i]!));
  const gate = onceForEqual(() => shared.gateOf(estimates), "beyond both", estimates, shared.pairs);
  return { ...gate, scored: places.length, pairs: shared.pairs };
}

/** What all columns with these scored pairs share, and a text that identifies the pairs. */
function sharedOf(scored: readonly Together[]) {
  const pairs = scored.map(({ key }) => key).join();
  return onceForEqual(
    () => {
      const keys = keysOf(scored);
      const gateOf = markGate({
        truth: Float64Array.from(scored, ({ truth }) => truth),
        keys,
        labelsOfX: Uint32Array.from(scored, (pair) => pair.labelsOfX),
        logMarginals: Float64Array.from(scored, ({ base }) => base),
        levels: {
          x: Float64Array.from(scored, ({ levels }) => levels.x),
          label: Float64Array.from(scored, ({ levels }) => levels.label),
        },
      });
      return { pairs, keys, gateOf };
    },
    "pairs",
    pairs,
  );
}

function judged({ by, unit, inflation }: Gate, { value, replicates }: Replicated): BeyondBoth {
  return { by, value, standardError: inflation * standardError(replicates), units: unit.count };
}

/** Which of the statistics are shown ({@link areShown}); all if there is none to judge. */
export function areBeyondBoth(judged: readonly (BeyondBoth | undefined)[]): boolean[] {
  const isJudged = judged.some((statistic) => statistic !== undefined);
  return isJudged ? areShown(judged) : judged.map(() => true);
}

/** The coarsest unit that holds two or more pairs on average: contexts, then inputs, then pairs. */
export function unitOf({ truths, together }: ScoreColumn): ResamplingUnit {
  if (together === undefined) return resamplingUnit(truths.length, []);
  return resamplingUnit(truths.length, [
    { name: "context", keys: together.map(({ context }) => context) },
    { name: "x", keys: together.map(({ context, x }) => context + x) },
  ]);
}

/** The unit's clusters as an option of a bootstrap. */
export function clustersOf({ clusters }: ResamplingUnit) {
  return clusters ? { clusters } : {};
}

/**
 * The column of a predictor blind to y, which gives each pair the mean estimate of its x;
 * `undefined` if few x have two labels, because it would equal the column itself.
 */
export function blindToYColumn(column: ScoreColumn): ScoreColumn | undefined {
  const { estimates, truths, together } = column;
  if (together === undefined || !controlsApply(sharedOf(together).keys).blindToY) return undefined;
  const places = scoredPlaces(column);
  const means = blindToY(
    Array.from(places, (i) => estimates[i]!),
    sharedOf(Array.from(places, (i) => together[i]!)).keys,
  );
  return {
    ...column,
    truths: Float64Array.from(places, (i) => truths[i]!),
    estimates: Float64Array.from(means),
  };
}

function keysOf(pairs: readonly Together[]) {
  return {
    contexts: pairs.map(({ context }) => context),
    x: pairs.map(({ x }) => x),
    labels: pairs.map(({ label }) => label),
  };
}
