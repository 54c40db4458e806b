import {
  isMeasured,
  type Measured,
  type HeadlineResult,
  type Table,
  valueText,
} from "@promptnce/report";
import { isResolvedAbove } from "../experiments/parts/marked-statistics.ts";

type Row = Table["rows"][number];

/** What a line of an outcome says, as text. */
export function outcomeText({ said, results }: HeadlineResult["lines"][number]): string {
  const best = results.map(({ name, value }) => `${name} ${value}`).join(", ");
  return [said, best].filter(Boolean).join(": ");
}

/** A run's outcome, with what of it is not said but tells how a method stands. */
export interface RunOutcome extends HeadlineResult {
  readonly lines: readonly (HeadlineResult["lines"][number] & {
    /** The methods whose ρ is not resolved above 0, so that none of them is praised. */
    readonly likeChance: readonly string[];
  })[];
}

/** Of each dataset and model, which method ranks PMI best, if that was asked; the counted marginal is left out. */
export function runOutcome(tables: readonly Table[]): RunOutcome | undefined {
  const table = tables.find(({ name }) => name === "pmi");
  if (!table) return undefined;
  const at = (id: string): number => table.columns.findIndex((column) => column.id === id);
  const text = (row: Row, id: string): string => valueText(row[at(id)], undefined);
  const rows = table.rows.filter((row) => !text(row, "method").endsWith(":empirical"));
  const scores = table.columns.flatMap(({ id }, column) =>
    /^rho(_|$)/.test(id) ? [{ column, model: id.slice("rho_".length) }] : [],
  );
  const lines = [...Map.groupBy(rows, (row) => text(row, "dataset"))].flatMap(([dataset, own]) =>
    scores.map(({ column, model }) => {
      const results = own.flatMap((row) => {
        const value = row[column];
        if (!isMeasured(value) || value.mark === undefined) return [];
        return [{ name: text(row, "row"), value: valueText(value, 2).replace("≈ ", "") }];
      });
      const figures = own.flatMap((row) => {
        const value = row[column];
        if (!isMeasured(value) || !("standardError" in value)) return [];
        return [{ name: text(row, "row"), value }];
      });
      const likeChance = figures.filter(({ value }) => !isResolvedAbove(value));
      const about = scores.length > 1 ? `${dataset}, ${model}` : dataset;
      return {
        about,
        said: saidOf(figures, likeChance.length),
        results,
        likeChance: likeChance.map(({ name }) => name),
      };
    }),
  );
  return { title: "Outcome: Spearman's ρ between estimated and true PMI", lines };
}

/** What is said before the marked methods of those that are compared, or in their place. */
function saidOf(figures: readonly { readonly value: Measured }[], likeChance: number): string {
  const marked = figures.filter(({ value }) => value.mark !== undefined);
  if (marked.length > 1) return "best, and not told apart";
  if (marked.length === 1) return marked[0]!.value.mark === "best" ? "best" : HIGHEST;
  if (figures.length === 0) return "too few pairs are scored to compare";
  return likeChance === figures.length
    ? "no method was shown to rank better than chance"
    : "no method was shown to know more than base rates";
}

/** Of a method that is marked alone without being best: those that tie with it may be no better than chance. */
export const HIGHEST = "highest, but not told apart from methods that may be no better than chance";
