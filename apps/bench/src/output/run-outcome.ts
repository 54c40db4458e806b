import { isMeasured, type Outcome, type Table, valueText } from "@promptnce/report";

type Row = Table["rows"][number];

/** What a line of an outcome says, as text. */
export function outcomeText({ said, results }: Outcome["lines"][number]): string {
  const best = results.map(({ name, value }) => `${name} ${value}`).join(", ");
  return [said, best].filter(Boolean).join(": ");
}

/** Of each dataset and model, which method ranks PMI best, if that was asked; the counted marginal is left out. */
export function runOutcome(tables: readonly Table[]): Outcome | undefined {
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
      const best = results.length > 1 ? "best, and not told apart" : "best";
      const compared = own.some((row) => isMeasured(row[column]) && "standardError" in row[column]);
      const none = compared
        ? "no method was shown to know more than base rates"
        : "too few pairs are scored to compare";
      const about = scores.length > 1 ? `${dataset}, ${model}` : dataset;
      return { about, said: results.length > 0 ? best : none, results };
    }),
  );
  return { title: "Outcome: Spearman's ρ between estimated and true PMI", lines };
}
