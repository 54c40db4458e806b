import type { Sentence } from "@promptnce/core/errors";
import { type Column, numbersOf } from "../columns/column.ts";
import { listed, shortened } from "../columns/column-names.ts";
import type { Doubt, Reading } from "./table-description.ts";
import { isNoAnswer, TOTAL } from "./total-rows.ts";

/** How far a sum of rounded percentages may be from 100. */
const NEAR_WHOLE = 1.5;

/**
 * Whether numbers sum to 100, or one, in each of these columns, and not in their rows: those of a
 * cross table whose columns are groups of people and whose rows are their answers.
 */
function areGroups(columns: readonly Column[], label?: Column): boolean {
  const [first] = columns;
  const amounts = columns.filter(({ isAmount, values }) => isAmount && values.size > 0);
  if (first === undefined || amounts.length < 2 || amounts.length < columns.length) return false;
  const isAnswer = (_: number, row: number): boolean => !isNoAnswer(label?.texts[row] ?? "");
  const numbers = amounts.map((column) => numbersOf(column).filter(isAnswer));
  const inRows = numbers[0]!.map((_, row) => sumOf(numbers.map((column) => column[row]!)));
  return numbers.every((column) => isWhole(sumOf(column))) && !inRows.every(isWhole);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + (one || 0), 0);
}

function isWhole(sum: number): boolean {
  return Math.abs(sum - 100) <= NEAR_WHOLE || Math.abs(sum - 1) <= NEAR_WHOLE / 100;
}

/** A warning where columns that are named as labels seem to be groups of people. */
export function groupColumns(wide: readonly Column[]): Sentence[] {
  if (!areGroups(wide)) return [];
  const names = wide.map(({ name }) => name);
  return [
    (write) =>
      `The numbers of each of ${listed(wide, "and")} sum to ${sumOf(numbersOf(wide[0]!)) > 2 ? 100 : 1}, as where the columns are groups of people and the rows are their answers; if so, say ${write("groups", names)} instead`,
  ];
}

/** The most rows of a cross table of one question. */
const MOST = 12;

/**
 * The reading as groups of people of columns that may also be labels: where they sum to 100, or
 * where the only column of text has a text of its own in each of few rows.
 *
 * @param texts The columns of text.
 */
export function groupReadings(columns: readonly Column[], texts: readonly Column[]): Reading[] {
  const [label, ...others] = texts;
  const isOnly = label !== undefined && others.length === 0;
  const mayBeAnswers = isOnly && label.values.size === label.filled && label.filled <= MOST;
  const are = areGroups(columns.filter(isNoTotal), isOnly ? label : undefined);
  return are || mayBeAnswers ? [readingOf(columns)] : [];
}

/**
 * The doubt about a table with a label in each row, each once, and several columns of numbers, as a
 * cross table of answers by groups has; `undefined` for any other.
 *
 * @param label The column of the label.
 * @param texts The columns of text.
 */
export function crossDoubt(
  label: Column | undefined,
  texts: readonly Column[],
  numbers: readonly Column[],
): Doubt[] | undefined {
  const [only, ...others] = texts;
  const sums = areGroups(numbers.filter(isNoTotal), only);
  const isLabel = only !== undefined && others.length === 0 && (label === only || sums);
  if (!isLabel || only.values.size < only.filled) return undefined;
  const says = `each ${shortened(only.name)} has a number in each of ${listed(numbers, "and")}, which may be groups of people`;
  return [{ says, readings: [readingOf(numbers), { option: "x" }] }];
}

/** All columns but those of totals, each as a group. */
function readingOf(columns: readonly Column[]): Reading {
  const value = columns.filter(isNoTotal).map(({ name }) => name);
  return { option: "groups", value, does: "each column is a group, and the rows its answers" };
}

function isNoTotal({ name }: Column): boolean {
  return !TOTAL.test(name);
}
