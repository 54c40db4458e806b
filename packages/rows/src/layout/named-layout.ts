import { listText, OptionError, type Sentence } from "@promptnce/core/errors";
import type { Columns } from "../input/read-rows.ts";
import type { Where } from "./where-rows.ts";

/** How a table holds people's answers, where it is not one row for each. */
export interface NamedLayout {
  /**
   * A column for each rater, in which an empty or missing cell is no vote. A row then counts how
   * many of them gave each label; `y` and `count` are left out.
   */
  readonly raters?: readonly string[] | undefined;
  /**
   * A column for each question, in which an empty or missing cell is no answer; or the questions'
   * texts by their columns, whose names are the texts otherwise. The context is then `question`, and
   * `y` is left out.
   */
  readonly questions?: readonly string[] | Readonly<Record<string, string>> | undefined;
  /**
   * A column for each group of people, as in a cross table, whose number says how many of the group,
   * or what share, gave the label `y` of the row. The group is then the column `group`; `count` is
   * left out.
   */
  readonly groups?: readonly string[] | undefined;
  /**
   * A column for each label, whose number says how many people gave it; `y` and `count` are left
   * out. With `several`, each row is one person, who gave the labels whose columns are ticked: with
   * 1, yes, true, x and the like, or with the label itself.
   */
  readonly wide?: readonly string[] | undefined;
  /**
   * Whether a cell may hold several labels: a list or dict as programs write it, or labels with a
   * separator between them. How they are read is found from all cells.
   */
  readonly several?: boolean | undefined;
  /**
   * Columns with the value, or one of the values, that a row must have to be read, such as one wave
   * of a survey; of a column with `!` behind its name a value that the row must not have, such as a
   * total. The result lacks other rows.
   */
  readonly where?: Where | undefined;
}

/** The roles of columns that a layout fills itself. */
export type FilledColumns = Pick<Columns, "y" | "count" | "countsRows" | "answers">;

/** So many columns are named in a sentence. */
const NAMED = 3;

/** The option that names the columns of a layout. */
export type LayoutOption = "groups" | "wide" | "raters" | "questions";

/** What sets a layout apart from the others. */
interface LayoutKind {
  /** Whether a row holds the answers of several people, so that each record is an answer. */
  readonly countsRows?: true;
  /** The column that it adds to those of the file: `question` or `group`. */
  readonly adds?: string;
  /** The roles of columns that it fills, so that nobody may name them. */
  readonly fills: readonly ("y" | "count")[];
}

/** The layouts of a table, which has one at most. */
const layouts: { readonly [O in LayoutOption]: LayoutKind } = {
  groups: { adds: "group", fills: ["count"], countsRows: true },
  wide: { fills: ["y", "count"], countsRows: true },
  raters: { fills: ["y", "count"], countsRows: true },
  questions: { adds: "question", fills: ["y"] },
};

/** The options that name the columns of a layout; a table has one of them at most. */
export const layoutOptions: readonly LayoutOption[] = Object.keys(layouts) as LayoutOption[];

/** A layout with the columns that are named for it. */
interface ColumnLayout extends LayoutKind {
  readonly option: LayoutOption;
  readonly columns: readonly string[];
}

/**
 * The layout whose columns are named; `undefined` for a row for each pair.
 *
 * @example
 * layoutOf({ groups: ["women", "men"] });
 * // → { option: "groups", columns: ["women", "men"], adds: "group" }
 */
export function layoutOf(named: {
  readonly [O in LayoutOption]?: NamedLayout[O] | false;
}): ColumnLayout | undefined {
  for (const option of layoutOptions) {
    const given = named[option] || undefined;
    if (given === undefined) continue;
    const columns = isList(given) ? given : Object.keys(given);
    return { option, columns, ...layouts[option] };
  }
  return undefined;
}

/**
 * The columns of a table as it is once laid out: the label of raters has a name that no column of a
 * file has.
 *
 * @throws OptionError for a role that is given and that the layout fills itself, and for a layout
 *   of fewer than two columns.
 */
export function filledColumns(
  named: NamedLayout & Pick<FilledColumns, "y" | "count">,
): FilledColumns {
  const { y, count } = named;
  const layout = layoutOf(named);
  if (layout === undefined) return { y, count };
  const { option, columns, countsRows } = layout;
  refuseBeside(layout, named);
  checkNames(option, columns);
  if (countsRows !== true) return { y: "the answer", count, answers: columns };
  const label = option === "groups" ? y : `the label of ${namesOf(columns)}`;
  return { y: label, countsRows, answers: columns };
}

/**
 * Whether a column of y, or the columns of a layout, hold labels.
 *
 * @example
 * namesLabels({ raters: ["anna", "ben"] }); // → true
 */
export function namesLabels(named: NamedLayout & Pick<FilledColumns, "y">): boolean {
  const { option = "groups" } = layoutOf(named) ?? {};
  return named.y !== undefined || option !== "groups";
}

/**
 * Asks for the columns of the labels, for when {@link namesLabels} is false.
 *
 * @example
 * import { asProperty, written } from "@promptnce/core/errors";
 * written(NAME_LABELS, asProperty).startsWith("say which column holds the label"); // → true
 */
export const NAME_LABELS: Sentence = (write) =>
  `say which column holds the label of each row, or name ${write("columns.raters")}, ${write("columns.questions")} or ${write("columns.wide")}`;

/** The columns of questions with their texts. */
export function questionTexts(
  questions: NonNullable<NamedLayout["questions"]>,
): (readonly [column: string, text: string])[] {
  if (!isList(questions)) return Object.entries(questions);
  return questions.map((column) => [column, column]);
}

function isList(questions: NonNullable<NamedLayout["questions"]>): questions is readonly string[] {
  return Array.isArray(questions);
}

function refuseBeside(
  { option, fills }: ColumnLayout,
  named: NamedLayout & Pick<FilledColumns, "y" | "count">,
): void {
  const others = layoutOptions.slice(layoutOptions.indexOf(option) + 1);
  const roles = [...fills, ...others];
  const given = roles.filter((role) => named[role] !== undefined);
  if (given.length === 0) return;
  throw new OptionError(
    `columns.${option}`,
    (write) =>
      `these columns hold ${option === "groups" ? "the numbers" : "the labels"}; leave out ${given.map((role) => write(`columns.${role}`)).join(" and ")}`,
  );
}

function checkNames(option: string, names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice === undefined && names.length > 1) return;
  const problem =
    twice === undefined ? "name two columns or more" : `${twice} is named twice; name it once`;
  throw new OptionError(`columns.${option}`, problem);
}

/** Some names in words: `Anna, Ben and Cleo`, or `Anna, Ben and 4 more`. */
export function namesOf(names: readonly string[]): string {
  const more = names.length - NAMED;
  return listText(more > 1 ? [...names.slice(0, NAMED), `${more} more`] : names, "and");
}
