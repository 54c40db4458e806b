/** A number with its standard error, or alone. */
export interface Measured {
  readonly value: number;
  readonly standardError?: number | undefined;
  /** The best of its block, or not told apart from it. */
  readonly mark?: "best" | "tied";
}

export type Value = string | number | Measured | undefined;

export interface Column {
  /** The name in CSV; a standard error gets the same name with `_se` behind it. */
  readonly id: string;
  readonly title: string;
  /** Digits behind the point for people; CSV keeps them all. */
  readonly digits?: number;
}

/** A table as data: what is written as Markdown, CSV and shown on a terminal. */
export interface Table {
  /** File name without ending. */
  readonly name: string;
  readonly title: string;
  /** Where anything in it is simulated, the sentence that says so. */
  readonly simulated: string | undefined;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Value[])[];
  readonly notes: readonly string[];
  /** How a page sets its rows and datasets across each other; files do not. */
  readonly crossing?: Crossing;
  /** Ids of the columns that a page shows first, where they are not simply the first. */
  readonly brief?: readonly string[];
}

/** Ids of columns: what a row and a group of columns is, what tells equal rows apart, and what is compared. */
export interface Crossing {
  readonly row: string;
  readonly group: string;
  readonly apart: string;
  /** Of each model. */
  readonly ours: readonly string[];
  /** Of each model of the paper: a cell shows the first; where a row has none of it, the others with their titles. */
  readonly paper: readonly string[];
  /** By column of ours another that stands in each group, without its error, and its title there. */
  readonly beside?: Readonly<Record<string, Pick<Column, "id" | "title">>>;
  /** By column of ours the groups where its difference to the paper's says something, as it does not of synthetic data. */
  readonly differing: Readonly<Record<string, readonly string[]>>;
}

/** What a mark in a table means; said under every table that has one. */
export const markNote =
  "Bold: the best of its block, its paired difference to every other resolved (bootstrap on shared resamples, p < .05 by Holm's correction over all pairs of methods). ≈: the best and those not told apart from it.";

export function isMeasured(value: Value): value is Measured {
  return typeof value === "object";
}

/** Whether it is a figure, with or without its error, and neither text nor absent. */
export function isNumber(value: Value): value is number | Measured {
  return value !== undefined && typeof value !== "string";
}

/** Columns by their ids, in that order; those of a model are told apart by its suffix. */
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
