import { countText } from "@promptnce/core/errors";
import { type DotsFigure, isMeasured, placeOf, type Table, type Value } from "@promptnce/report";

/** How a decision model's P(y|x) ranks pairs beside people's, a line a row of its table. */
export function decisionsFigure(table: Table): DotsFigure {
  const [datasetAt, modelAt, wayAt, rhoAt] = ["dataset", "model", "way", "rho"].map((id) =>
    placeOf(table, id),
  ) as [number, number, number, number];
  const models = new Set(table.rows.map((row) => row[modelAt]));
  return {
    kind: "dots",
    name: "decisions-people",
    title: "Spearman's ρ between the model's P(y|x) and people's",
    simulated: table.simulated,
    axis: "ρ with people's P(y|x)",
    series: ["P(y|x)"],
    dots: table.rows.map((row) => {
      const whose = models.size > 1 ? `${textOf(row[modelAt])}, ` : "";
      const name = `${textOf(row[datasetAt])}: ${whose}${textOf(row[wayAt])}`;
      return { row: name, series: "P(y|x)", ...span(row[rhoAt]) };
    }),
  };
}

function textOf(cell: Value): string {
  return typeof cell === "string" ? cell : "";
}

/** A number with its interval of 95 %. */
function span(cell: Value) {
  if (!isMeasured(cell)) return { value: Number(cell) };
  const { value, standardError = Number.NaN } = cell;
  return { value, low: value - 1.96 * standardError, high: value + 1.96 * standardError };
}

/** Whether the probabilities are people's, in a sentence, from the verdicts of the table's rows. */
export function decisionsFinding(table: Table): string {
  const verdictAt = placeOf(table, "verdict");
  const stems = table.rows.map((row) => stemOf(textOf(row[verdictAt])));
  const [most, ...others] = [...Map.groupBy(stems, (stem) => stem)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([stem, rows]) => ({ stem, rows: countText(rows.length) }));
  const all = others.length === 0 ? "all" : `${most?.rows ?? 0} of`;
  const rest = others.map(({ stem, rows }) => `; in ${rows}, ${stem}`).join("");
  return `Are these probabilities people's? In ${all} ${countText(stems.length)} cases (a dataset and a way of asking), ${most?.stem ?? "nothing was asked"}${rest}.`;
}

/** A verdict as a clause, without the amount that differs from row to row. */
function stemOf(verdict: string): string {
  const said = verdict
    .replace(/^no: /, "")
    .replace(/ by [\d.]+$/, "")
    .replace("it knows", "the model knows");
  return /^(?:more|less|too (?:low|high))/.test(said) ? `they are ${said}` : said;
}
