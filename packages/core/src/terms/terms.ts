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

/** P̂(y|x), elicited directly. */
export const direct: Term = ({ x, y }, ask) => ask({ kind: "conditional", x, y });

/** P̂(y|x), elicited directly with one of the paper's prompting interventions. */
export function directWith(intervention: Intervention): Term {
  return ({ x, y }, ask) => ask({ kind: "conditional", x, y, intervention });
}

/**
 * P̂(y|x, S): mass of y in a closed candidate set, where all mass is on the listed labels.
 * @throws RangeError where y is not in the set.
 */
export const closed: Term = (trial, ask) => massIn("closed", trial, ask);

/**
 * P̂(y|x, S ∪ {OTHER}): mass of y in a candidate set with a residual category.
 * @throws RangeError where y is not in the set.
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

/** P̂(y) from the model's own idea of the base rate, in the context of the pair. */
export const ungrounded: Term = ({ y, context }, ask) =>
  ask({ kind: "marginal", y, ...(context && { context }) });

/** P̂(y) from a prompt that shows what the dataset looks like, without frequencies. */
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
 */
export function empirical(marginal: InContext<Marginal>): Term {
  return ({ y, context }) => inContext(marginal, context).get(y);
}

/**
 * The probability of a label or any of its near-synonyms, at most 1; absent if any of them could
 * not be elicited.
 */
export function summed(term: Term, synonyms: SynonymsOf): Term {
  return (trial, ask, group) => {
    const all = synonyms(trial.y).map((y) => term({ ...trial, y }, ask, group) ?? Number.NaN);
    const sum = all.reduce((total, p) => total + p, 0);
    return Number.isNaN(sum) ? undefined : Math.min(1, sum);
  };
}

/** No marginal: the estimate is log P̂(y|x). */
export const none = "none";

/**
 * PMI from two separately elicited terms, log P̂(y|x) − log P̂(y) in nats (Section 2.1). A term
 * that could not be elicited is absent, and so is the PMI; the other term is kept.
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
 */
export function massOf(pmf: Pmf, label: Label): number | undefined {
  const place = pmf.labels.indexOf(label);
  return place < 0 ? undefined : pmf.masses[place];
}
