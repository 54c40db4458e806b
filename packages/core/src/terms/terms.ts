import { sumOf } from "../numerics/moments.ts";
import { inContext, type InContext } from "../context.ts";
import { logProbability, pmi } from "../information/pmi.ts";
import type {
  Ask,
  Estimator,
  Grounding,
  Intervention,
  Label,
  Marginal,
  Pmf,
  TrialGroup,
  SynonymsOf,
  Trial,
} from "../types.ts";

/** One probability of a split: P̂(y|x) or P̂(y). `undefined` where it could not be elicited. */
export type Term = (trial: Trial, ask: Ask, group?: TrialGroup) => number | undefined;

/**
 * P̂(y|x), elicited directly.
 *
 * @example
 * direct({ id: "1", x: { cue: "SHOVE" }, y: "PUSH", candidates: ["PUSH"] }, () => 0.4); // → 0.4
 */
export const direct: Term = ({ x, y }, ask) => ask({ kind: "conditional", x, y });

/**
 * P̂(y|x), elicited directly with one of the paper's prompting interventions.
 *
 * @example
 * const logScale = split(directWith({ name: "log-scale-prior" }), ungrounded);
 * logScale({ id: "1", x: { cue: "SHOVE" }, y: "PUSH", candidates: ["PUSH"] }, () => 0.1).pmi;
 * // → 0
 */
export function directWith(intervention: Intervention): Term {
  return ({ x, y }, ask) => ask({ kind: "conditional", x, y, intervention });
}

/**
 * P̂(y|x, S): mass of y in a closed candidate set, where all mass is on the listed labels.
 * @throws RangeError where y is not in the set.
 * @example
 * const pmf = { labels: ["PUSH", "PULL"], masses: [0.8, 0.2] };
 * const trial = { id: "1", x: { cue: "SHOVE" }, y: "PUSH", candidates: pmf.labels };
 * closed(trial, () => pmf); // → 0.8
 */
export const closed: Term = (trial, ask) => massIn("closed", trial, ask);

/**
 * P̂(y|x, S ∪ {OTHER}): mass of y in a candidate set with a residual category.
 * @throws RangeError where y is not in the set.
 * @example
 * const pmf = { labels: ["PUSH", "PULL"], masses: [0.5, 0.1], other: 0.4 };
 * open({ id: "1", x: { cue: "SHOVE" }, y: "PUSH", candidates: pmf.labels }, () => pmf); // → 0.5
 */
export const open: Term = (trial, ask) => massIn("open", trial, ask);

function massIn(kind: "closed" | "open", trial: Trial, ask: Ask): number | undefined {
  const { id, x, y, candidates } = trial;
  if (!candidates.includes(y)) {
    throw new RangeError(
      `the label ${JSON.stringify(y)} of trial ${id} is not among its candidates`,
    );
  }
  const pmf = ask({ kind, x, candidates });
  return pmf && massOf(pmf, y);
}

/**
 * P̂(y) from the model's own idea of the base rate, in the context of the pair.
 *
 * @example
 * ungrounded({ id: "1", x: { cue: "SHOVE" }, y: "PUSH", candidates: ["PUSH"] }, () => 0.02);
 * // → 0.02
 */
export const ungrounded: Term = ({ y, context }, ask) =>
  ask({ kind: "marginal", y, ...(context && { context }) });

/**
 * P̂(y) from a prompt that shows what the dataset looks like, without frequencies.
 *
 * @example
 * const shown = { examples: [{ x: { cue: "DOG" }, y: "CAT" }], labels: ["CAT", "PUSH"] };
 * const trial = { id: "1", x: { cue: "SHOVE" }, y: "PUSH", candidates: ["PUSH"] };
 * grounded(shown)(trial, ({ grounding }) => (grounding === shown ? 0.03 : undefined)); // → 0.03
 */
export function grounded(grounding: InContext<Grounding>): Term {
  return ({ y, context }, ask) =>
    ask({
      kind: "grounded",
      y,
      grounding: inContext(grounding, context),
      ...(context && { context }),
    });
}

/**
 * P(y) as counted in the dataset: the oracle. Absent, and with it the PMI, for a label without
 * counts.
 *
 * @example
 * empirical(new Map([["PUSH", 0.02]]))({
 *   id: "1",
 *   x: { cue: "SHOVE" },
 *   y: "PUSH",
 *   candidates: [],
 * }); // → 0.02
 */
export function empirical(marginal: InContext<Marginal>): Term {
  return ({ y, context }) => inContext(marginal, context).get(y);
}

/**
 * The probability of a label or any of its near-synonyms, at most 1; absent if any of them could
 * not be elicited.
 *
 * @example
 * const synonyms = () => ["PUSH", "SHOVE"];
 * const rates = new Map([
 *   ["PUSH", 0.02],
 *   ["SHOVE", 0.01],
 * ]);
 * summed(ungrounded, synonyms)({ id: "1", x: {}, y: "PUSH", candidates: [] }, ({ y }) =>
 *   rates.get(y),
 * ); // → 0.03
 */
export function summed(term: Term, synonyms: SynonymsOf): Term {
  return (trial, ask, group) => {
    const all = synonyms(trial.y).map((y) => term({ ...trial, y }, ask, group) ?? Number.NaN);
    const sum = sumOf(all);
    return Number.isNaN(sum) ? undefined : Math.min(1, sum);
  };
}

/** No marginal: the estimate is log P̂(y|x). */
export const none = "none";

/**
 * PMI from two separately elicited terms, log P̂(y|x) − log P̂(y) in nats (Section 2.1). A term
 * that could not be elicited is absent, and so is the PMI; the other term is kept.
 *
 * @example
 * const method = split(direct, empirical(new Map([["PUSH", 0.02]])));
 * method({ id: "1", x: { cue: "SHOVE" }, y: "PUSH", candidates: ["PUSH"] }, () => 0.4);
 * // → { conditional: 0.4, marginal: 0.02, pmi: 2.996 }
 */
export function split(conditional: Term, marginal: Term | typeof none): Estimator {
  return (trial, ask, group) => {
    const elicited = conditional(trial, ask, group);
    const base = marginal === none ? undefined : marginal(trial, ask, group);
    return {
      ...(elicited !== undefined && { conditional: elicited }),
      ...(base !== undefined && { marginal: base }),
      ...(elicited !== undefined && marginal === none && { pmi: logProbability(elicited) }),
      ...(elicited !== undefined && base !== undefined && { pmi: pmi(elicited, base) }),
    };
  };
}

/**
 * The mass of a listed label, or `undefined`; never that of the category OTHER, even for a label
 * spelled `OTHER`.
 *
 * @example
 * massOf({ labels: ["PUSH", "OTHER"], masses: [0.6, 0.1], other: 0.3 }, "OTHER"); // → 0.1
 */
export function massOf(pmf: Pmf, label: Label): number | undefined {
  const place = pmf.labels.indexOf(label);
  return place < 0 ? undefined : pmf.masses[place];
}
