import type { Measure, MeasureName, PairedRuns, Quantity } from "@promptnce/rows/compare";
import { said } from "../terminal/said.ts";
import { markdownTableOf } from "#report/tables";

/** The comparison of two runs, printed as text or, with `--json`, unchanged. */
export interface ComparisonText {
  readonly a: string;
  readonly b: string;
  readonly quantity: Quantity;
  readonly simulated: boolean;
  readonly groups: readonly { readonly name: string; readonly measures: readonly Measure[] }[];
  readonly leftOut: Omit<PairedRuns, "groups" | "sizes">;
  /** The notes on the numbers, one sentence each. */
  readonly notes: readonly string[];
}

const quantityNames: Readonly<Record<Quantity, string>> = { pmi: "PMI", conditional: "P(y|x)" };

/** The measures of a group, in the order of the columns. */
const columns: readonly (readonly [
  head: string,
  cell: (row: Measure & { group: string; title: string }) => string,
])[] = [
  ["Group", ({ group }) => group],
  ["Measure", ({ title }) => title],
  ["Pairs", ({ pairs }) => String(pairs)],
  ["Inputs", ({ inputs }) => String(inputs)],
  ["A", ({ a }) => digits(a)],
  ["B", ({ b }) => digits(b)],
  ["A − B", ({ name, value }) => `${name === "agreement" ? "(ρ) " : ""}${digits(value)}`],
  ["95 % from", ({ low }) => digits(low)],
  ["to", ({ high }) => digits(high)],
  ["p", ({ p }) => (p !== undefined && p < 0.0001 ? "below 0.0001" : digits(p, 4))],
];

/** The comparison as readable text: a table, then one sentence for each group. */
export function compareText(comparison: ComparisonText): string {
  const { a, b, quantity, simulated, groups, notes } = comparison;
  const rows = groups.flatMap(({ name: group, measures }) =>
    measures.map((measure) => ({ ...measure, group, title: titleOf(measure.name, quantity) })),
  );
  const table = markdownTableOf(
    columns.map(([head]) => head),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
    columns.map((_, i) => (i < 2 ? "l" : "r")),
  );
  const parts = said(
    `A = ${a}\nB = ${b}`,
    simulated && "Simulated: at least one of the runs has a simulated respondent or world.",
    rows.length > 0 && table,
    ...groups.map(({ name, measures }) => groupText(name, measures, quantity)),
    notes.length > 0 && notes.map((note) => `- ${note}`).join("\n"),
  );
  return `${parts.join("\n\n")}\n`;
}

function titleOf(name: MeasureName, quantity: Quantity): string {
  const quantityName = quantityNames[quantity];
  if (name === "rho") return `ρ with people's ${quantityName}`;
  if (name === "error") return `mean absolute error of ${quantityName}`;
  return name === "agreement" ? `ρ of A's with B's ${quantityName}` : `mean ${quantityName}`;
}

function groupText(group: string, measures: readonly Measure[], quantity: Quantity): string {
  if (measures.length === 0)
    return `${group}: fewer than three pairs are in both runs, too few to compare.`;
  const rho = measures.find(({ name }) => name === "rho");
  return `${group}: ${measures.map((measure) => sentence(measure, rho, quantity)).join(" ")}`;
}

function sentence(measure: Measure, rho: Measure | undefined, quantity: Quantity): string {
  const { name, a, b, value, low, high } = measure;
  const title = capital(titleOf(name, quantity));
  if (!Number.isFinite(value)) {
    return `${title} has no value, because the estimates of a run, or people's answers, do not vary.`;
  }
  const agreement = name === "agreement";
  const start = `${title} is ${agreement ? "" : `${digits(a)} in A and ${digits(b)} in B, A − B = `}${digits(value)}; `;
  if (!Number.isFinite(low) || !Number.isFinite(high))
    return `${start}there is no interval, which needs two different inputs.`;
  const interval = `${start}the 95 % interval, ${digits(low)} to ${digits(high)}`;
  if (agreement) return `${interval}.`;
  if (low <= 0 && high >= 0)
    return `${interval}, includes zero: these pairs do not tell the two apart.`;
  return `${interval}, does not include zero: ${verdict(name, value, rho)}.`;
}

/**
 * Which run is better. If that run is not shown to rank as people do, says only that its value is
 * higher or lower.
 */
function verdict(name: MeasureName, value: number, rho: Measure | undefined): string {
  if (name === "shift") return value > 0 ? "A estimates higher" : "A estimates lower";
  const better = (name === "rho" ? value > 0 : value < 0) ? "A" : "B";
  const interval = better === "A" ? rho?.intervalA : rho?.intervalB;
  if (interval !== undefined && interval.low > 0)
    return `A is ${better === "A" ? "better" : "worse"}`;
  const figure = name === "rho" ? `${better} has the higher ρ` : `${better} has the smaller error`;
  const subject = name === "rho" ? "which" : "and its ρ";
  return `${figure}, ${subject} may be 0, so nothing shows that ${better} ranks as people do`;
}

function digits(value: number | undefined, places = 3): string {
  if (value === undefined || !Number.isFinite(value)) return "–";
  return value.toFixed(places).replace(/^-(0\.?0*)$/, "$1");
}

function capital(text: string): string {
  return text.startsWith("ρ") ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
