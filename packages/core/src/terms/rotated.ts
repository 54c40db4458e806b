import { canonicalNumber } from "../information/canonical-number.ts";
import { oncePerGroup } from "../context.ts";
import type { Answer, Ask, Pmf, TrialGroup, Query } from "../types.ts";
import type { Method } from "./method.ts";

/**
 * The method with each question asked in `rotations` rotations of its options, and the answers
 * averaged: a model that favours a position then favours each option in turn. K options have K
 * rotations, yes and no have two, and no more are asked; only all of them cancel the effect of
 * position. If one of the answers is unreadable, there is no answer.
 *
 * The mean is the arithmetic mean of the answers, each first scaled to its options: a rotation with
 * hardly any mass on the options counts as much as another, and an option without mass in one
 * rotation still counts.
 * @param rotations From 1, which is the method itself.
 * @example
 * import { queriesOf } from "@promptnce/core";
 * const trial = { id: "1", x: { cue: "SHOVE" }, y: "PUSH", candidates: ["PUSH", "PULL"] };
 * queriesOf(rotated(describeMethod("infonce"), 2).estimator, trial).map(
 *   ({ rotation = 0 }) => rotation,
 * ); // → [0, 1]
 */
export function rotated(method: Method, rotations: number): Method {
  if (rotations <= 1) return method;
  const { estimator, baseline } = method;
  // Each group is mapped once, so that values computed from it are computed once rather than for
  // each trial.
  const turned = oncePerGroup((group: TrialGroup): TrialGroup => ({
    ...group,
    ask: rotatedAsk(group.ask, rotations),
  }));
  return {
    ...method,
    estimator: (trial, ask, group) =>
      estimator(trial, rotatedAsk(ask, rotations), group && turned(group)),
    ...(baseline && { baseline: rotated(baseline, rotations) }),
  };
}

/**
 * An `ask` that answers a query with the mean of the answers to its rotations. A query that already
 * has a rotation is answered by `ask` itself.
 *
 * @example
 * const pmf = { labels: ["PUSH", "PULL"], masses: [0.7, 0.3] };
 * const turned = { labels: ["PUSH", "PULL"], masses: [0.5, 0.5] };
 * const ask = rotatedAsk(({ rotation }) => (rotation === 1 ? turned : pmf), 2);
 * ask({ kind: "closed", x: { cue: "SHOVE" }, candidates: pmf.labels }).masses; // → [0.6, 0.4]
 */
export function rotatedAsk(ask: Ask, rotations: number): Ask {
  const put = ask as (query: Query) => Answer | undefined;
  const averaged = (query: Query): Answer | undefined => {
    const turns = query.rotation ? 1 : Math.min(rotations, optionCount(query));
    const answers = Array.from({ length: turns }, (_, rotation) =>
      put(rotation === 0 ? query : { ...query, rotation }),
    );
    // All rotations are asked before any answer is used.
    return answers.includes(undefined) ? undefined : meanOf(answers as Answer[]);
  };
  return averaged as Ask;
}

function optionCount(query: Query): number {
  if (query.kind === "pmi" || query.kind === "likelihood") return 1;
  if (!("candidates" in query)) return 2;
  return query.candidates.length + (query.kind === "open" ? 1 : 0);
}

function meanOf(answers: readonly Answer[]): Answer {
  const [first] = answers as [Answer];
  if (answers.length === 1) return first;
  const mean = (of: (answer: Answer) => number): number =>
    canonicalNumber(answers.reduce((sum: number, answer) => sum + of(answer), 0) / answers.length);
  if (typeof first === "number") return mean(Number);
  const { labels, other } = first as Pmf;
  return {
    labels,
    masses: labels.map((_, place) => mean((answer) => (answer as Pmf).masses[place] as number)),
    ...(other !== undefined && { other: mean((answer) => (answer as Pmf).other as number) }),
  };
}
