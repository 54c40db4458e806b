import { npmi, ZERO_CLAMP } from "@promptnce/core";
import type { Label } from "@promptnce/core";
import type { TrialEstimate } from "@promptnce/providers/run";
import type { ResultRow } from "./result-columns.ts";
import type { Survey } from "../survey/survey.ts";
import type { RowUnit } from "../survey/unit.ts";

/** What of a run a row of the result depends on. */
export interface ResultOptions {
  /** Of x, in the order of the columns. */
  readonly fields: readonly string[];
  readonly survey: Pick<Survey, "inputShare" | "people">;
  /** Who answered, as `modelName` says it; read anew for each unit, whose replies may tell. */
  readonly model: string;
  /** How many labels of each x are written, the most informative first; all if not given. */
  readonly top?: number;
  /** Ids of pairs that a grounded prompt shows, where a method has such prompts. */
  readonly shown?: ReadonlySet<string>;
}

/**
 * The rows of a unit as they are written: in the order of the estimates, which is that of the list;
 * or, where `top` is given, the labels of each method ranked by PMI, those without one left out.
 */
export function resultRows({ row }: RowUnit, estimates: readonly TrialEstimate[], options: ResultOptions): ResultRow[] {
  const { top } = options;
  if (top === undefined) return estimates.map((one) => resultRow(row.key, one, options));
  return [...Map.groupBy(estimates, ({ method }) => method.id).values()].flatMap((own) =>
    own
      .filter(({ estimate }) => estimate.pmi !== undefined)
      .toSorted((a, b) => (b.estimate.pmi ?? 0) - (a.estimate.pmi ?? 0))
      .slice(0, top)
      .map((one, i) => resultRow(row.key, one, options, i + 1)),
  );
}

function resultRow(
  key: string,
  { trial, method, estimate, other, readable }: TrialEstimate,
  { fields, survey, model, shown }: ResultOptions,
  rank?: number,
): ResultRow {
  const { conditional, marginal, pmi } = estimate;
  const numbers = [conditional, marginal, pmi, normalised(estimate, survey.inputShare(key)), other];
  const { people } = survey;
  return [
    ...fields.map((field) => trial.x[field] ?? ""),
    trial.y,
    method.id,
    model,
    readable ? "ok" : "unreadable",
    ...numbers.map(finite),
    ...(rank === undefined ? [] : [rank]),
    ...(people === undefined ? [] : truth(people, key, trial.y)),
    ...(shown === undefined ? [] : [shown.has(trial.id)]),
  ];
}

/**
 * NPMI of both terms: a P̂(y|x) of 0 counts as the clamp in P(x, y) too, as it did in the PMI. None
 * where a term was not elicited, and of an x that nobody answered, whose P(x) is 0.
 */
function normalised({ conditional, marginal, pmi }: TrialEstimate["estimate"], inputShare: number): number | undefined {
  if (conditional === undefined || marginal === undefined || pmi === undefined) return undefined;
  if (inputShare === 0) return undefined;
  return npmi(pmi, inputShare * (conditional === 0 ? ZERO_CLAMP : conditional));
}

function truth(people: NonNullable<Survey["people"]>, key: string, y: Label): (number | null)[] {
  const conditional = people.conditional(key, y);
  const marginal = people.marginal.get(y) ?? 0;
  // Where nobody gave y to x the PMI is minus infinity, which no format has: it is left empty.
  return [people.count(key, y), ...[conditional, marginal, people.pmi(key, y)].map(finite)];
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
