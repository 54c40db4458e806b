import { type SharedNote, type Table, valueText } from "@promptnce/report";
import type { Config } from "../study/config.ts";

/**
 * A table as a run in this mode shows it: with the columns that it fills, and notes that it needs.
 */
export function tableOfRun(made: Table, mode: Config["mode"]): Table {
  const table = withoutAbsentPaper(made);
  return { ...table, notes: [...table.notes, ...flaggedNotes(table), ...modeNotes[mode]] };
}

/**
 * The table, without the paper's columns if it has none of the paper's datasets: they would be
 * empty.
 */
function withoutAbsentPaper(table: Table): Table {
  const { columns, rows } = table;
  const isEmpty = (i: number): boolean => rows.every((row) => row[i] === undefined);
  if (!columns.some(({ id }, i) => id === "paper_dataset" && isEmpty(i))) return table;
  const kept = columns.flatMap(({ id }, i) => (id.startsWith("paper_") && isEmpty(i) ? [] : [i]));
  return {
    ...table,
    columns: kept.map((i) => columns[i]!),
    rows: rows.map((row) => kept.map((i) => row[i])),
  };
}

/** The note for a table whose numbers of scored pairs include flagged ones. */
function flaggedNotes({ columns, rows }: Pick<Table, "columns" | "rows">): SharedNote[] {
  // Only in our own cells, because a label may end like this too.
  const flagged = columns.some(({ id }, i) => {
    return (
      id.startsWith("scored") &&
      rows.some((row) => /, \d+ flagged$/.test(valueText(row[i], undefined)))
    );
  });
  const note = {
    title: "Flagged",
    text: "Flagged: so many of the scored rest on masses that summed to less than 0.9 or more than 1.1 and were rescaled. Nobody knows what they were meant as.",
  };
  return flagged ? [note] : [];
}

/** The notes under tables whose questions differ from the paper's way of asking. */
const modeNotes: Readonly<Record<Config["mode"], readonly SharedNote[]>> = {
  faithful: [],
  structured: [
    {
      title: "Structured mode",
      text: "Asked in structured mode (constant keys, replies held to a JSON Schema), which elicits other answers than the paper's prompts. Do not mix them with figures of faithful mode.",
    },
  ],
  tokens: [
    {
      title: "Tokens",
      text: "Read from tokens (our own wordings, answered by the distribution over the next token, divided by the mass on the options), which elicits other answers than spoken ones. Do not mix them with figures of another mode.",
    },
  ],
  decisions: [
    {
      title: "Decisions",
      text: "Asked of a decision model (our own wordings, answered by the probability of each option), which elicits other answers than spoken ones. A probability that came as 0 counts as the most that rounding leaves it, .005 of two decimals. Do not mix them with figures of another mode.",
    },
  ],
};
