import { isMeasured, placeOf, type Table } from "@promptnce/report";
import type { RealAnswer } from "../src/output/real-answers.ts";
import type { ModelColumn } from "./column.ts";

/** The models' lines of the opening of bench's page, from the table of PMI of each run. */
export function realAnswersOf(columns: readonly ModelColumn[]): RealAnswer[] {
  return columns.flatMap(({ name: model, result, days: [, asked] }) => {
    const table = result.tables.find(({ name }) => name === "pmi");
    if (table === undefined) return [];
    const datasets = table.rows.map((row) => row[placeOf(table, "dataset")]);
    const names = new Set(datasets.filter((dataset) => typeof dataset === "string"));
    return Array.from(names, (dataset) => {
      const promptnce = rhoOf(table, dataset, "PromptNCE");
      const frequency = rhoOf(table, dataset, "Baseline (empirical)");
      return {
        model,
        asked,
        dataset,
        pairs: result.config.pairs,
        ...(promptnce && { promptnce }),
        ...(frequency && { frequency }),
      };
    });
  });
}

/** ρ with its standard error; `undefined` where the table has none. */
function rhoOf(table: Table, dataset: string, method: string): RealAnswer["promptnce"] {
  const row = table.rows.find(
    (cells) =>
      cells[placeOf(table, "dataset")] === dataset && cells[placeOf(table, "row")] === method,
  );
  const value = row?.[placeOf(table, "rho")];
  if (!isMeasured(value) || Number.isNaN(value.value)) return undefined;
  const { value: rho, standardError } = value;
  return { value: rho, ...(Number.isFinite(standardError) && { standardError }) };
}
