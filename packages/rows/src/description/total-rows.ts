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
