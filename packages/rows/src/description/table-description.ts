import type { OptionValue, Sentence } from "@promptnce/core/errors";
import { type LayoutOption, layoutOptions } from "../layout/named-layout.ts";
import type { Column } from "../columns/column.ts";

/** The role of each column; x may have several columns. */
export interface ColumnRoles {
  readonly x: readonly string[];
  /** The column of the label; absent if labels, raters or questions have columns of their own. */
  readonly y?: string | undefined;
  /** The column that counts people; `rows` if each row is one person's answer. */
  readonly count?: string | undefined;
  readonly weight?: string | undefined;
  /** The columns of the context. */
  readonly given?: readonly string[] | undefined;
  /** The columns that each stand for a label and hold how many people gave it. */
  readonly wide?: readonly string[] | undefined;
  /** The columns of groups of people, each with how many gave the label of the row. */
  readonly groups?: readonly string[] | undefined;
  /** The columns of raters, each with the labels that one gave. */
  readonly raters?: readonly string[] | undefined;
  /** The columns of questions, each with the answers to one. */
  readonly questions?: readonly string[] | undefined;
  /** Whether a cell may hold several labels. */
  readonly several?: boolean | undefined;
}

/** The roles that columns may have, in the order in which they are checked. */
export const columnRoles: readonly ("x" | "y" | "count" | "weight" | "given" | LayoutOption)[] = [
  "x",
  "y",
  "count",
  "weight",
  "given",
  ...layoutOptions,
];

/** What is already known about a table; `false` if it has nothing of a kind. */
export interface GivenReading {
  readonly x?: readonly string[] | undefined;
  readonly y?: string | undefined;
  readonly count?: string | false | undefined;
  readonly weight?: string | undefined;
  readonly given?: readonly string[] | undefined;
  readonly wide?: readonly string[] | undefined;
  readonly groups?: readonly string[] | undefined;
  /** The columns of raters or questions; `false` if the columns that look so are none. */
  readonly raters?: readonly string[] | false | undefined;
  readonly questions?: readonly string[] | false | undefined;
  /** Whether cells hold several answers. */
  readonly several?: boolean | undefined;
  /** The texts that stand for no answer. */
  readonly missing?: readonly string[] | undefined;
  /** The number of lines of the header; `none` if there is none. */
  readonly header?: number | "none" | undefined;
}

/** The description of a table, as far as its first rows show. */
export interface TableDescription extends TableReading {
  readonly columns: readonly Column[];
}

/** How a table is read: what its rows are, and the roles of its columns. */
export interface TableReading {
  readonly shape: Shape;
  /** The roles that the columns have been given or seem to have. */
  readonly roles: { readonly [R in keyof ColumnRoles]?: ColumnRoles[R] | undefined };
  /** The reasons for the roles, where they are not obvious. */
  readonly evidence: readonly Sentence[];
  /** What can be read in more than one way, the most important first. */
  readonly doubts: readonly Doubt[];
}

/**
 * What a row is: a pair to be estimated, one person's answer, a pair with the number of people who
 * gave it, an x with a column for each label, rater or question, or a label with a column for each
 * group of people.
 */
export type Shape = "pairs" | "answers" | "counted" | LayoutOption;

/** Something that can be read in more than one way. */
export interface Doubt {
  /** What is in doubt, as a clause: `the labels may be in queue or mood`. */
  readonly says: Sentence;
  /** The options that decide, the likeliest reading first. */
  readonly readings: readonly Reading[];
}

/** An option that decides how a table is read. */
export interface Reading {
  readonly option: string;
  /** Its value; absent if the reader has to say which. */
  readonly value?: OptionValue;
  /** What it does, in a clause without a subject, where its value does not tell. */
  readonly does?: string;
}
