/** A number, with its standard error if it has one. */
export interface Measurement {
  readonly value: number;
  readonly standardError?: number | undefined;
  /** Whether the value is the best of its block, or not distinguishable from the best. */
  readonly mark?: "best" | "tied";
}

export type Value = string | number | Measurement | undefined;

export interface Column {
  /** The name in CSV. The column of the standard error has the same name plus `_se`. */
  readonly id: string;
  readonly title: string;
  /** Digits after the decimal point for people. CSV keeps all digits. */
  readonly digits?: number;
}

/** A note that several tables share. A page explains it once, under its title, and links to it. */
export interface SharedNote {
  readonly title: string;
  readonly text: string;
}

/** A note below a table: one of its own, or one that it shares with other tables. */
export type Note = string | SharedNote;

/** The text of a note, as files print it below their table. */
export function noteText(note: Note): string {
  return typeof note === "string" ? note : note.text;
}

/**
 * A table as data, which can be written as Markdown, CSV or LaTeX, or shown on a page or terminal.
 */
export interface Table {
  /** The file name without its extension. */
  readonly name: string;
  readonly title: string;
  /** If anything in the table is simulated, the sentence that says so. */
  readonly simulated: string | undefined;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Value[])[];
  readonly notes: readonly Note[];
  /** Further rows that only a page shows, such as results of the paper that the run cannot have. */
  readonly pageRows?: Table["rows"];
  /** How a page crosses the rows with the datasets. Files ignore it. */
  readonly crossing?: Crossing;
  /** Ids of the columns that a page shows first, if not the first columns. */
  readonly brief?: readonly string[];
}

/**
 * Ids of the columns that define the rows and the groups of a crossed table, distinguish equal
 * rows, and are compared.
 */
export interface Crossing {
  readonly row: string;
  readonly group: string;
  readonly apart: string;
  /** Our columns, one per model. */
  readonly ours: readonly string[];
  /** The title of our columns in a crossed table; `Ours`, as beside the paper's, by default. */
  readonly oursTitle?: string;
  /**
   * The paper's columns, one per model. A cell shows the first. If that is empty, it shows the
   * others, each with its model.
   */
  readonly paper: readonly string[];
  /**
   * For a column of ours: another column that is shown in each group without its error, and its
   * title there.
   */
  readonly beside?: Readonly<Record<string, Pick<Column, "id" | "title">>>;
  /**
   * For a column of ours: the groups where the difference from the paper is meaningful. In
   * synthetic data, for example, it is not.
   */
  readonly differing: Readonly<Record<string, readonly string[]>>;
}

/** The meaning of the marks in a table, noted under every table that has one. */
export const markNote: SharedNote = {
  title: "Bold and ≈",
  text: "Bold marks the best method of its block: its paired difference to every other method is resolved (bootstrap on shared resamples, p < .05 with Holm's correction over all pairs of methods). ≈ marks the best method and those not told apart from it.",
};

/** The place of the column with this id; −1 without one. */
export function placeOf({ columns: all }: Pick<Table, "columns">, id: string): number {
  return all.findIndex((column) => column.id === id);
}

export function isMeasured(value: Value): value is Measurement {
  return typeof value === "object";
}

/** The number as one with its error, if it has one. */
export function measurementOf(value: number | Measurement): Measurement {
  return isMeasured(value) ? value : { value };
}

/** Whether the value is a number, with or without its error. */
export function isNumber(value: Value): value is number | Measurement {
  return value !== undefined && typeof value !== "string";
}

/** The side to which each column is aligned: the right, if it has a number. */
export function alignments({ columns, rows }: Pick<Table, "columns" | "rows">): ("l" | "r")[] {
  return columns.map((_, i) => (rows.some((row) => isNumber(row[i])) ? "r" : "l"));
}

/** Columns from ids and titles, in that order. `suffix` distinguishes the columns of one model. */
export function columns(
  titles: Readonly<Record<string, string>>,
  digits?: number,
  suffix = { id: "", title: "" },
): Column[] {
  return Object.entries(titles).map(([id, title]) => {
    return {
      id: `${id}${suffix.id}`,
      title: `${title}${suffix.title}`,
      ...(digits !== undefined && { digits }),
    };
  });
}
