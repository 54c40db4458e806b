import type { TrialEstimate } from "@promptnce/providers/run";
import type { RowUnit } from "../survey/unit.ts";
import type { ResultColumn, RowParts } from "./result-columns.ts";
import type { ResultRow } from "./row-writer.ts";

/** What of a run a row of the result depends on. */
export interface ResultOptions extends Pick<RowParts, "survey" | "model" | "shown"> {
  /** Of x, in the order of the columns. */
  readonly fields: readonly string[];
  /** Those behind the fields. */
  readonly columns: readonly ResultColumn[];
  /** How many labels of each x are written, the most informative first; all if not given. */
  readonly top?: number | undefined;
}

/**
 * The rows of a unit as they are written: in the order of the estimates, which is that of the list; or, where `top` is
 * given, the labels of each method ranked by PMI, those without one left out.
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

function resultRow(key: string, estimated: TrialEstimate, options: ResultOptions, rank?: number): ResultRow {
  const { fields, columns, survey, model, shown } = options;
  const parts: RowParts = { estimated, key, model, survey, rank, shown };
  return [
    ...fields.map((field) => estimated.trial.x[field] ?? ""),
    ...columns.map(({ value }) => {
      const cell = value(parts) ?? null;
      return typeof cell === "number" && !Number.isFinite(cell) ? null : cell;
    }),
  ];
}
