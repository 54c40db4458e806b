import { UsageError } from "#command/errors";
import { shellWord } from "#command/start";
import type { TableStart } from "@promptnce/rows/input";
import { isNumberText } from "./number-style.ts";

/** The role of each column; x may have several columns. */
export interface ColumnRoles {
  readonly x: readonly string[];
  readonly y: string;
  readonly count?: string | undefined;
  readonly weight?: string | undefined;
  /** The columns of the context. */
  readonly given?: readonly string[] | undefined;
  /**
   * The columns that each stand for a label; y and count are then the columns that replace them.
   */
  readonly wide?: readonly string[] | undefined;
}

/** The columns given by options; `count` is `false` if there are no counts. */
export type GivenColumns = {
  readonly [R in keyof ColumnRoles]?:
    | ColumnRoles[R]
    | (R extends "count" ? false : never)
    | undefined;
};

/** The column roles suggested by the first rows, and the reasons to ask for confirmation. */
export interface ColumnGuess {
  readonly roles: { readonly [R in keyof ColumnRoles]?: ColumnRoles[R] | undefined };
  /**
   * The alternative interpretations of the table, each with the options that select it; empty if
   * there are none.
   */
  readonly doubts: readonly { readonly says: string; readonly option: string }[];
  /** The columns of numbers that may each stand for a label, if there are several. */
  readonly wide?: readonly string[];
}

/**
 * The columns suggested by the first rows for the roles that were not given. Numbers are not
 * labels, and they count people only in a column named accordingly. Of two text columns, the longer
 * one is what people were shown and the one with repeated values is the label.
 *
 * @throws UsageError if a given column does not exist
 */
export function guessColumns(file: string, start: TableStart, given: GivenColumns): ColumnGuess {
  checkGiven(file, start.columns, given);
  const { wide, weight: givenWeight, given: context } = given;
  const taken = Object.values(given).flatMap((names) => names || []);
  const free = start.columns
    .filter((column) => !taken.includes(column))
    .map((name) => describe(name, start.rows))
    .filter(({ kinds }) => kinds > 0);
  const weight = givenWeight ?? free.find(({ name, isAmount }) => isAmount && weighs(name))?.name;
  const counts = free.filter(({ name, isAmount }) => isAmount && countsPeople(name));
  const count = given.count ?? (counts.length === 1 ? counts[0]!.name : undefined);
  const usable = free.filter(
    (column) => !counts.includes(column) && !column.isNumbering && column.name !== weight,
  );
  const texts = usable.filter(({ isNumber }) => !isNumber);
  if (wide !== undefined) {
    const x = given.x === undefined ? guessShown(texts) : { columns: given.x };
    const others = start.columns.filter((column) => !wide.includes(column));
    const roles = { x: x.columns, ...wideColumns(others), weight, given: context, wide };
    return { roles, doubts: x.doubt === undefined ? [] : [{ says: x.doubt, option: "--x" }] };
  }
  const y = given.y === undefined ? guessLabel(usable, given.x === undefined) : sure(given.y);
  const shown = texts.filter(({ name }) => name !== y.column);
  const x = given.x === undefined ? guessShown(shown) : { columns: given.x };
  const unused = usable.filter(({ name, isAmount }) => isAmount && name !== y.column);
  const uncounted =
    given.count === undefined && (counts.length > 1 || (counts.length === 0 && unused.length > 0));
  const countable = counts.length > 1 ? counts : unused;
  const mayBeWide = given.y === undefined && given.count === undefined && unused.length > 1;
  const isWide = mayBeWide && texts.length === 1;
  return {
    roles: { x: x.columns, y: y.column, count: count || undefined, weight, given: context },
    doubts: [
      ...(y.doubt === undefined
        ? []
        : [{ says: y.doubt, option: mayBeWide ? "--y or --wide" : "--y" }]),
      ...(x.doubt === undefined ? [] : [{ says: x.doubt, option: "--x" }]),
      ...(uncounted && !isWide
        ? [{ says: `${either(countable)} may count people`, option: "--count or --no-count" }]
        : []),
    ],
    ...(mayBeWide && { wide: unused.map(({ name }) => name) }),
  };
}

/** The columns of label and count that replace those of a wide table, named unlike the others. */
function wideColumns(others: readonly string[]): { readonly y: string; readonly count: string } {
  const named = (name: string): string => (others.includes(name) ? `promptnce_${name}` : name);
  return { y: named("label"), count: named("count") };
}

/**
 * The roles, if they are unambiguous. @throws UsageError that lists each ambiguity and the options
 * that resolve it
 */
export function sureColumns(file: string, { roles, doubts }: ColumnGuess): ColumnRoles {
  const { x, y } = roles;
  const [first] = doubts;
  if (first !== undefined || x === undefined || y === undefined) {
    const doubtText = doubts.map(({ says }) => says).join("; ");
    const options = doubts.map(({ option }) => option).join(", ");
    throw new UsageError(
      `${first?.option.split(" ")[0] ?? "--y"}: ${file} can be read in more than one way: ${doubtText}. Say which column is what with ${options}`,
    );
  }
  return { ...roles, x, y };
}

function checkGiven(file: string, columns: readonly string[], given: GivenColumns): void {
  const named = Object.entries(given).flatMap(([role, names]) =>
    [names || []].flat().map((name) => ({ role, name })),
  );
  const stranger = named.find(({ name }) => !columns.includes(name));
  if (stranger === undefined) return;
  const existing = columns.join(", ").slice(0, 1000);
  throw new UsageError(
    `--${stranger.role}: ${file} has no column ${stranger.name}; there are ${existing}`,
  );
}

/** The properties of a column in the first rows. */
interface Column {
  readonly name: string;
  /** The number of distinct texts. */
  readonly kinds: number;
  /** The total number of characters in its texts. */
  readonly length: number;
  /** Whether the values are numbers, including those with a decimal comma or a percent sign. */
  readonly isNumber: boolean;
  readonly isWhole: boolean;
  /** Whether the values are numbers from 0, written like counts or weights. */
  readonly isAmount: boolean;
  /** Whether the column numbers the rows or is named as an id. */
  readonly isNumbering: boolean;
}

function describe(name: string, rows: TableStart["rows"]): Column {
  const texts = rows.map((text) => text(name).trim());
  const filled = texts.filter((text) => text !== "");
  const whole = filled.every((text) => /^\d+$/.test(text));
  const runsOn = whole && texts.every((text, i) => Number(text) === Number(texts[0]) + i);
  return {
    name,
    kinds: new Set(filled).size,
    length: filled.join("").length,
    isNumber: filled.every(isNumberText),
    isWhole: whole,
    isAmount: filled.every((text) => isNumberText(text) && !text.startsWith("-")),
    isNumbering: (runsOn && texts.length > 1) || /(^|[\s_-])id$/i.test(name),
  };
}

const COUNTED = new Set(
  "people persons humans voters votes raters annotators respondents participants judges workers".split(
    " ",
  ),
);
const COUNTING = new Set(["n", "count", "counts"]);
const FILLING = new Set("of num number no human person vote rater annotator respondent".split(" "));

/**
 * Whether a column name suggests a count of people: `n`, `raters`, `Number of votes`,
 * `human_count`.
 */
function countsPeople(name: string): boolean {
  const words = name.toLowerCase().match(/\p{L}+/gu) ?? [];
  const isCounting = (word: string): boolean => COUNTED.has(word) || COUNTING.has(word);
  return words.some(isCounting) && words.every((word) => isCounting(word) || FILLING.has(word));
}

/** Whether a column's name says that it holds the weights of a survey. */
function weighs(name: string): boolean {
  return /^(?:survey[\s_-]?)?(?:weights?|wt)$/i.test(name);
}

const LABELS = new Set(
  "y label labels answer answers response responses choice choices category class emotion".split(
    " ",
  ),
);

function sure(column: string): { readonly column: string; readonly doubt?: string } {
  return { column };
}

/**
 * The column with the labels; `withText` if one of the other columns must still be what people were
 * shown.
 */
function guessLabel(
  columns: readonly Column[],
  withText: boolean,
): { readonly column?: string; readonly doubt?: string } {
  const named = columns.filter(
    ({ name, isNumber, isWhole }) => LABELS.has(name.toLowerCase()) && (!isNumber || isWhole),
  );
  if (named.length === 1) return sure(named[0]!.name);
  const texts = columns.filter(({ isNumber }) => !isNumber);
  const whole = columns.filter(({ isWhole }) => isWhole);
  const candidates = withText ? withoutLongest(texts) : texts;
  if (candidates.length === 0) {
    return { ...(whole.length === 1 && { column: whole[0]!.name }), doubt: noLabels(columns) };
  }
  const fewest = candidates.toReversed().toSorted((a, b) => a.kinds - b.kinds)[0]!;
  const shown = texts.find((column) => !candidates.includes(column));
  const isOnly = candidates.length === 1 && (shown === undefined || isLabelOf(fewest, shown));
  if (isOnly && whole.length === 0) return sure(fewest.name);
  const rivals = [...(isOnly ? candidates : texts), ...whole];
  return { column: fewest.name, doubt: `the labels may be in ${either(rivals)}` };
}

/** The reason why no column can hold the labels when no text column is left. */
function noLabels(columns: readonly Column[]): string {
  const numbers = columns.filter(({ isNumber }) => isNumber);
  if (numbers.length === 0) return "no column is left for the labels";
  if (numbers.length === 1)
    return `${all(numbers)} holds numbers, which are labels only if you say so`;
  const names = numbers.map(({ name }) => name).join(",");
  return `${all(numbers)} hold numbers, which may be one label each (give --wide ${shellWord(names)}) or labels themselves`;
}

/**
 * The text columns except the one that people were shown: the much longer one, or else the first,
 * because a cue precedes its response.
 */
function withoutLongest(texts: readonly Column[]): Column[] {
  const [longest, next] = texts.toSorted((a, b) => b.length - a.length);
  const isMuch = longest !== undefined && longest.length > 2 * (next?.length ?? 0);
  const shown = isMuch ? longest : texts[0];
  return texts.filter((column) => column !== shown);
}

/**
 * Whether, of only two text columns, this one must be the label: at most half as long, and with no
 * more distinct texts.
 */
function isLabelOf(label: Column, shown: Column): boolean {
  return label.kinds <= shown.kinds && 2 * label.length < shown.length;
}

/**
 * The remaining column that most likely holds what people were shown, and the doubt if there are
 * several.
 */
function guessShown(texts: readonly Column[]): {
  readonly columns?: readonly string[];
  readonly doubt?: string;
} {
  if (texts.length === 0) return { doubt: "no column of text is left for what people were shown" };
  const [longest, next] = texts.toSorted((a, b) => b.length - a.length);
  const isMuch = longest!.length > 2 * (next?.length ?? 0);
  const columns = [(isMuch ? longest! : texts[0]!).name];
  if (texts.length === 1) return { columns };
  return { columns, doubt: `what people were shown may be in ${either(texts)}, or in several` };
}

/** The maximum number of columns named in a sentence. */
const NAMED = 6;

function either(columns: readonly Column[]): string {
  return listed(columns, "or");
}

function all(columns: readonly Column[]): string {
  return listed(columns, "and");
}

function listed(columns: readonly Column[], word: string): string {
  const names = columns.slice(0, NAMED).map(({ name }) => name);
  const remainder = columns.length > NAMED ? `${columns.length - NAMED} others` : undefined;
  const parts = remainder === undefined ? names : [...names, remainder];
  return [parts.slice(0, -1).join(", "), parts.at(-1)].filter(Boolean).join(` ${word} `);
}
