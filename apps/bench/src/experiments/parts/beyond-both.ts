import { logProbability } from "@promptnce/core/information";
import {
  aboveChance,
  blindToY,
  controlsApply,
  type MarkGate,
  markGate,
  type ResamplingUnit,
  resamplingUnit,
  type SizedStatistic,
  truthLevels,
} from "@promptnce/core/repeats";
import { standardError } from "@promptnce/core/resampling";
import type { Observation } from "@promptnce/core";
import { once } from "../../study/once.ts";
import type { Study } from "../../study/study.ts";
import { FEWER_REPLICATES, resampledOnce } from "./marked-statistics.ts";
import { onceForEqual, type ScorePair, type Together } from "./scored-pairs.ts";

/**
 * Returns a function from a pair to what the control "beyond both" needs besides the estimate,
 * computed from all human answers.
 */
export function togetherOf(study: Study, term: "conditional" | "pmi") {
  const levels = levelsOf(study.dataset.observations, term);
  return (pair: Observation, isLog: boolean): Together => ({
    context: contextOf(pair),
    x: keyOf(pair),
    label: pair.y,
    truth: logTruth(pair, term),
    base: Math.log(pair.marginal),
    levels: levels.get(pair.id)!,
    isLog,
  });
}

const contextOf = ({ context = {} }: Observation): string => JSON.stringify(context);
const keyOf = ({ x }: Observation): string => JSON.stringify(x);

function logTruth({ conditional, pmi }: Observation, term: "conditional" | "pmi"): number {
  return term === "pmi" ? pmi : Math.log(conditional);
}

function levelsOf(
  observations: readonly Observation[],
  term: "conditional" | "pmi",
): ReadonlyMap<string, Together["levels"]> {
  return once(observations, `levels of ${term}`, () => {
    const truth = observations.map((pair) => logTruth(pair, term));
    const keys = {
      contexts: observations.map(contextOf),
      x: observations.map(keyOf),
      labels: observations.map(({ y }) => y),
    };
    const { x, label } = truthLevels(truth, keys);
    return new Map(observations.map(({ id }, i) => [id, { x: x[i]!, label: label[i]! }]));
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

type Column = readonly ScorePair[];

/**
 * The statistic over the pairs that have an estimate; `undefined` if the pairs' contexts and inputs
 * are unknown.
 */
export function beyondBoth(column: Column, seed: string): BeyondBoth | undefined {
  const scored = column.flatMap(({ together, estimate }) =>
    together && estimate !== undefined ? [{ ...together, estimate }] : [],
  );
  if (scored.length === 0) return undefined;
  const estimates = Float64Array.from(scored, ({ estimate, isLog }) =>
    isLog ? estimate : logProbability(estimate),
  );
  const keys = keysOf(scored);
  const content = JSON.stringify([keys, scored.map(({ truth }) => truth), seed]);
  return onceForEqual(
    () => {
      const { statistic, unit, by, inflation } = markGate({
        estimates,
        truth: scored.map(({ truth }) => truth),
        keys,
        logMarginals: scored.map(({ base }) => base),
        levels: {
          x: Float64Array.from(scored, ({ levels }) => levels.x),
          label: Float64Array.from(scored, ({ levels }) => levels.label),
        },
      });
      const options = { seed, replicates: FEWER_REPLICATES, ...clustersOf(unit) };
      const [made] = resampledOnce([statistic], scored.length, options);
      const error = inflation * standardError(made!.replicates);
      return { by, value: made!.value, standardError: error, units: unit.count };
    },
    "beyond both",
    estimates,
    content,
  );
}

/**
 * Which of the statistics, judged together, are above chance. If there is none to judge, all count
 * as above.
 */
export function areBeyondBoth(judged: readonly (BeyondBoth | undefined)[]): boolean[] {
  if (judged.every((statistic) => statistic === undefined)) return judged.map(() => true);
  const unjudged = { value: Number.NaN, standardError: Number.NaN, units: 0 };
  return aboveChance(judged.map((statistic) => statistic ?? unjudged));
}

/** The coarsest unit that holds two or more pairs on average: contexts, then inputs, then pairs. */
export function unitOf(column: Column): ResamplingUnit {
  const together = column.flatMap((pair) => pair.together ?? []);
  const isKnown = together.length === column.length;
  const candidates = [
    { name: "context", keys: together.map(({ context }) => context) },
    { name: "x", keys: together.map(({ context, x }) => context + x) },
  ];
  return resamplingUnit(column.length, isKnown ? candidates : []);
}

/** The unit's clusters as an option of a bootstrap. */
export function clustersOf({ clusters }: ResamplingUnit) {
  return clusters ? { clusters } : {};
}

/**
 * The column of a predictor blind to y, which gives each pair the mean estimate of its x;
 * `undefined` if few x have two labels, because it would equal the column itself.
 */
export function blindToYColumn(column: Column): ScorePair[] | undefined {
  const together = column.flatMap((pair) => pair.together ?? []);
  if (together.length < column.length || !controlsApply(keysOf(together)).blindToY) {
    return undefined;
  }
  const scored = column.filter(({ estimate }) => estimate !== undefined);
  const means = blindToY(
    scored.map(({ estimate }) => estimate!),
    keysOf(scored.map((pair) => pair.together!)),
  );
  return scored.map((pair, i) => ({ ...pair, estimate: means[i]! }));
}

function keysOf(pairs: readonly Together[]) {
  return {
    contexts: pairs.map(({ context }) => context),
    x: pairs.map(({ x }) => x),
    labels: pairs.map(({ label }) => label),
  };
}
