import type { RawByKind } from "@promptnce/engine/run";
import { isMeasured, type Table, valueText, markdownTableOf } from "@promptnce/report";
import type { ModelColumn, Pace } from "./column.ts";
import type { Part } from "./suite.ts";

/** The results of all runs, part by part. */
export function saidText(parts: readonly (readonly [Part, readonly ModelColumn[]])[]): string {
  const partTexts = parts.flatMap(([part, columns]) =>
    columns.length === 0 ? [] : [partText(part, columns)],
  );
  return partTexts.join("\n\n");
}

function partText({ title, shown }: Part, columns: readonly ModelColumn[]): string {
  const tables = columns[0]!.result.tables.flatMap(({ name, title: of }) =>
    shown?.includes(name) === false ? [] : [`### ${of}`, rhoTable(name, columns)],
  );
  return [`## ${title}`, ...tables, ...columns.map(columnText)].join("\n\n");
}

const SHOWN = ["scored", "rho", "less_baseline", "beyond"];

/** Also shown in the table of whether a decision model's probabilities are people's. */
const SHOWN_OF_DECISIONS = ["slope", "low", "distance", "rho_pmi", "order", "verdict"];

/**
 * One of the run's tables with the columns of each model side by side. A row appears if any model
 * has it.
 */
function rhoTable(name: string, columns: readonly ModelColumn[]): string {
  const parts = columns.map(({ name: model, result }) => {
    const table = result.tables.find((candidate) => candidate.name === name)!;
    const ids = name === "decisions-people" ? [...SHOWN, ...SHOWN_OF_DECISIONS] : SHOWN;
    const shown = table.columns.filter(({ id }) => ids.includes(id));
    const titles = shown.map(({ title }) => (columns.length === 1 ? title : `${title}, ${model}`));
    return { titles, cells: new Map(table.rows.map((_, row) => rowCells(table, row, shown))) };
  });
  const keys = [...new Set(parts.flatMap(({ cells }) => [...cells.keys()]))];
  const rows = keys.map((key) => [
    ...key.split("\t"),
    ...parts.flatMap(({ titles, cells }) => cells.get(key) ?? titles.map(() => "–")),
  ]);
  const heads = ["Dataset", "Method", ...parts.flatMap(({ titles }) => titles)];
  const align = heads.map((_, i) => (i < 2 ? "l" : "r"));
  return markdownTableOf(heads, rows, align);
}

/** The dataset and the method of a row, and its shown cells. */
function rowCells(
  { columns, rows }: Table,
  row: number,
  shown: Table["columns"],
): [string, string[]] {
  const text = (column: Table["columns"][number]): string => {
    const value = rows[row]?.[columns.indexOf(column)];
    const mark = isMeasured(value) && value.mark === "best" ? " (best)" : "";
    return valueText(value, column.digits) + mark;
  };
  const [dataset, method] = ["dataset", "row", "way"].flatMap((id) => {
    const column = columns.find((one) => one.id === id);
    return column === undefined ? [] : [text(column)];
  });
  return [`${dataset}\t${method}`, shown.map(text)];
}

function columnText({
  name,
  result,
  outcome,
  pace,
  causes,
  days: [from, to],
}: ModelColumn): string {
  const [firstAsk] = result.asks;
  const settings = JSON.stringify(firstAsk?.provider.settings ?? {});
  const [first] = result.asked;
  const held =
    first && Object.keys(first.leftOut).length > 0
      ? ` Not taken: \`${JSON.stringify(first.leftOut)}\`.`
      : "";
  const about = `${firstAsk?.provider.name}, ${from === to ? from : `${from} to ${to}`}; settings \`${settings}\`.${held}`;
  const why = Array.from(causes, ([cause, count]) => [cause, `${count}`]);
  return [
    `### The replies of ${name}`,
    about,
    ...(outcome.length === 0 ? [] : [outcome.map((line) => `- ρ with PMI on ${line}.`).join("\n")]),
    ...optionsTable(result),
    repliesTable(result, pace),
    why.length === 0
      ? "None was unreadable."
      : markdownTableOf(["Unreadable, because", "Replies"], why, ["l", "r"]),
  ].join("\n\n");
}

/** The shares of mass on options and by position; no table if the replies were text. */
function optionsTable({ asked }: ModelColumn["result"]): string[] {
  const rows = asked.flatMap(({ options }) =>
    options.map(({ template, onOptions, byPosition }) => {
      const shares = byPosition.map((share) => share.toFixed(2)).join(", ");
      return [template, onOptions.toFixed(2), shares];
    }),
  );
  const heads = ["Wording", "Mass on the options", "Of that by position"];
  return rows.length === 0 ? [] : [markdownTableOf(heads, rows, ["l", "r", "l"])];
}

const HEAD = [
  "Question",
  "Asked",
  "Unreadable",
  "Far from one",
  "Sums",
  "Zero",
  "No probability",
  "Seconds",
  "Tokens",
];

function repliesTable(
  { asks, asked }: ModelColumn["result"],
  pace: ReadonlyMap<string, Pace>,
): string {
  const rows = asks.flatMap(({ subject }, i) => {
    const raw: RawByKind = asked[i]?.raw ?? {};
    return [...pace].flatMap(([id, took]) => {
      // `words/open.tokens` is of kind `open`.
      const [of, kind = ""] = id.split(/[/.]/);
      if (of !== subject) return [];
      const tokens = `${took.inputTokens.toFixed(0)} + ${took.outputTokens.toFixed(0)}`;
      return [
        [id, ...rawCells(raw[kind as keyof RawByKind], took), took.seconds.toFixed(2), tokens],
      ];
    });
  });
  return markdownTableOf(HEAD, rows, ["l", "r", "r", "r", "l", "r", "r", "r", "r"]);
}

function rawCells(raw: RawByKind[keyof RawByKind], { replies }: Pace): string[] {
  if (raw === undefined) return [`${replies}`, "–", "–", "–", "–", "–"];
  const share = (count: number, of: number): string =>
    `${((100 * count) / Math.max(1, of)).toFixed(0)} %`;
  const [least, , median, , most] = raw.sums ?? [];
  return [
    `${raw.replies}`,
    share(raw.unreadable, raw.replies),
    raw.sums === undefined ? "–" : share(raw.doubtful, raw.replies),
    raw.sums === undefined ? "–" : `${least} to ${most}, median ${median}`,
    raw.probabilities === 0 ? "–" : share(raw.zeros, raw.probabilities),
    raw.probabilities === 0 ? "–" : share(raw.outOfRange, raw.probabilities),
  ];
}
