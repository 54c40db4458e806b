import { type Column, numbersOf } from "../columns/column.ts";
import { shortened } from "../columns/column-names.ts";
import type { Doubt } from "./table-description.ts";

/** How many rows at either end may be totals. */
const ENDS = 2;

/** The fewest other rows that show a sum. */
const OTHERS = 3;

/** What totals are called. */
export const TOTAL: RegExp =
  /^(?:grand |county ?|over)?(?:totals?|all|sum|summe|gesamt|insgesamt|alle|ensemble|totale?|totaal|summa|razem|итого)\b/i;

/**
 * The doubt whether a row at the end of a table, or at its start, is the sum of all others, as offices
 * write below a table of places. Its option leaves the row out.
 */
export function totalRowDoubt(columns: readonly Column[]): Doubt[] {
  const [first] = columns;
  const height = first?.texts.length ?? 0;
  const names = columns.filter(({ kind, isNumber }) => kind === "text" && !isNumber);
  const numbers = columns
    .filter(({ kind, isAmount }) => kind === "number" && isAmount)
    .map((column) => numbersOf(column));
  if (height <= OTHERS || numbers.length === 0) return [];
  const rows = new Set(Array.from({ length: ENDS }, (_, i) => [height - 1 - i, i]).flat());
  for (const row of rows) {
    const named = names.find(({ texts, values }) => values.get(texts[row] ?? "") === 1);
    const text = named?.texts[row];
    if (named === undefined || text === undefined) continue;
    const sums = numbers.filter((column) => isSumOfOthers(column, row)).length;
    const isTotal = TOTAL.test(text) ? sums > 0 : sums > 1 && sums === numbers.length;
    if (!isTotal) continue;
    const says = `${JSON.stringify(shortened(text))} in ${shortened(named.name)} is the sum of all other rows`;
    const readings = [{ option: "where", value: `${named.name}!=${text}`, does: "leaves it out" }];
    return [{ says, readings }];
  }
  return [];
}

/**
 * What a row of a cross table is called that says how many were asked, in this way of writing or
 * that.
 */
const BASE =
  /^(?:(?:un|non-?)?weighted\b|(?:(?:total|effective|all)\s+)?(?:bases?|sample)\b|n ?=|number of (?:respondents|interviews|people)|(?:column )?n$)/i;

/** What no answer is called. */
const WEIGHTED = /\b(?:un)?weighted (?:base|sample|total|n|count)\b/i;

/** The most rows of a cross table of one question. */
const MOST = 40;

/** What is made of other rows of a cross table: their sum, or a statistic. */
const MADE =
  /^(?:net\b|sub-?total\b|totals? ?['"‘’“”(:-]|summary:|(?:top|bottom)[ -]?(?:\d|two|three)[ -]?box|(?:mean|median|average)(?: (?:score|rating|value))?$|std\b|standard (?:deviation|error))/i;

/** A total without the name of what it sums. */
const BARE = /^(?:grand )?totals?$/i;

/** Whether a row of a cross table holds no answer, by its text in the column of answers. */
export function isNoAnswer(text: string): boolean {
  return [WEIGHTED, BASE, MADE, BARE].some((pattern) => pattern.test(text));
}

/**
 * The doubts about rows of a cross table that are no answers: how many were asked, what several
 * answers have in common, or a mean. Their options leave them out.
 */
export function noAnswerDoubts(columns: readonly Column[]): Doubt[] {
  const numbers = columns.filter(({ kind, isAmount }) => kind === "number" && isAmount);
  const label = columns.find(({ kind, values }) => {
    return kind === "text" && values.keys().some(isNoAnswer);
  });
  if (label === undefined || numbers.length < 2) return [];
  const { name, values, filled } = label;
  // A word such as "mean" is a row of statistics where each answer has one row.
  const isCross = values.size === filled && filled <= MOST;
  // A total that is the sum of all others is told as such.
  const isSaid = totalRowDoubt(columns).length > 0;
  const others = [...values.keys()].filter((text) => {
    if (isSaid && BARE.test(text)) return false;
    return isCross ? isNoAnswer(text) : WEIGHTED.test(text);
  });
  return others.map((text) => {
    const is = MADE.test(text) ? "made of other rows" : "how many were asked";
    const says = `${JSON.stringify(shortened(text))} in ${shortened(name)} is ${is}, and no answer`;
    return {
      says,
      readings: [{ option: "where", value: `${name}!=${text}`, does: "leaves it out" }],
    };
  });
}

/**
 * The doubt about a column whose texts stand in rows of their own, above the answers of another
 * column, as the questions of several cross tables below each other.
 */
export function headingDoubt(columns: readonly Column[]): Doubt[] {
  const texts = columns.filter(({ kind, filled }) => kind === "text" && filled > 1);
  const numbers = columns.filter(({ kind, isAmount }) => kind === "number" && isAmount);
  const isAlone = (column: Column): boolean =>
    texts.length > 1 &&
    numbers.length > 1 &&
    column.texts.every((text, row) => {
      return (
        text === "" ||
        [...texts, ...numbers].every((one) => one === column || one.texts[row] === "")
      );
    });
  const found = texts.find(isAlone);
  if (found === undefined) return [];
  const name = shortened(found.name);
  const says = `${name} stands in rows of its own, above those that it belongs to: write it into each of these first, in a spreadsheet or by pandas' ffill, and name it as the context`;
  return [{ says, readings: [{ option: "given", value: [found.name] }] }];
}

/** The numbers of a total may be so far from the sum by rounding. */
const ROUNDED = 0.02;

/**
 * The doubt whether a label is the total of the others, as `Total` with 100 % in each group of a poll.
 * Its option leaves it out.
 *
 * @param x The columns of what people were shown.
 */
export function totalLabelDoubt(
  columns: readonly Column[],
  x: readonly Column[],
  y: Column | undefined,
): Doubt[] {
  const label = y?.values.keys().find((text) => TOTAL.test(text));
  if (y === undefined || label === undefined || y.values.size < 2) return [];
  const keys = y.texts.map((_, row) => JSON.stringify(x.map(({ texts }) => texts[row])));
  const groups = [...Map.groupBy(keys.keys(), (row) => keys[row]!).values()];
  const isTotal = columns
    .filter(({ kind, isAmount }) => kind === "number" && isAmount)
    .map((column) => numbersOf(column))
    .some((numbers) => groups.every((rows) => isTotalOf(rows, numbers, y, label)));
  if (!isTotal) return [];
  const says = `${JSON.stringify(label)} in ${shortened(y.name)} is the sum of the other labels`;
  const readings = [{ option: "where", value: `${y.name}!=${label}`, does: "leaves it out" }];
  return [{ says, readings }];
}

function isTotalOf(
  rows: readonly number[],
  numbers: readonly number[],
  y: Column,
  label: string,
): boolean {
  const total = rows.find((row) => y.texts[row] === label);
  const sum = rows.reduce((s, row) => s + (row === total ? 0 : numbers[row] || 0), 0);
  const own = total === undefined ? Number.NaN : numbers[total]!;
  return own > 0 && Math.abs(own - sum) <= ROUNDED * own;
}

function isSumOfOthers(numbers: readonly number[], row: number): boolean {
  const own = numbers[row] ?? Number.NaN;
  if (!(own > 0)) return false;
  const others = numbers.reduce((sum, one, i) => sum + (i === row ? 0 : one || 0), 0);
  return Math.abs(own - others) <= 1e-6 * Math.max(1, own);
}
