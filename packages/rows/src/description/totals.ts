import type { Sentence } from "@promptnce/core/errors";
import { type Column, numbersOf } from "../columns/column.ts";
import { listed } from "../columns/column-names.ts";
import { areRaters } from "./rater-columns.ts";
import type { Doubt, GivenReading } from "./table-description.ts";

/** A column that is the sum of others in each row. */
export interface Total {
  readonly total: Column;
  readonly parts: readonly Column[];
}

/** The fewest rows that show a sum. */
const ROWS = 4;

/** The most columns of which every selection is tried. */
const TRIED = 12;

/** How often columns are compared row by row, for each of them and at least. */
const [EACH, LEAST] = [4, 1 << TRIED];

/** The most columns of whole numbers among which one is looked for that counts all who answered. */
const MOST = 40;

/** Counts how often columns were compared row by row, which is what takes long. */
export interface Comparisons {
  made: number;
}

/**
 * The column of numbers that is the sum of other columns of numbers in each row, as a column
 * `count` beside a column for each label; `undefined` if there is none. Of a sum of two columns the
 * total is the one named otherwise than they, and at least two parts vary. The rows of so many
 * columns are compared at most that the work grows in proportion to their number.
 */
export function findTotal(
  columns: readonly Column[],
  comparisons: Comparisons = { made: 0 },
): Total | undefined {
  const amounts = columns
    .filter(({ isAmount, values }) => isAmount && values.size > 0)
    .map((column) => {
      const numbers = numbersOf(column);
      return { column, numbers, sum: numbers.reduce((sum, one) => sum + (one || 0), 0) };
    });
  const most = Math.max(LEAST, EACH * amounts.length);
  const isSum = (parts: readonly Amount[], total: Amount): boolean => {
    // The sums of whole columns rule out nearly every selection.
    const sum = parts.reduce((s, part) => s + part.sum, 0);
    const varying = parts.filter(({ column }) => column.values.size > 1);
    if (!isNear(sum, total.sum) || varying.length < 2 || comparisons.made >= most) return false;
    comparisons.made++;
    return addUp(parts, total);
  };
  for (const total of amounts) {
    // Shares that add up to one have no total of people.
    if (total.column.filled < ROWS || areBoxes(total.column)) continue;
    const others = amounts.filter((one) => one !== total);
    const parts =
      runsOf(total, others).find((run) => isSum(run, total)) ??
      selectionsOf(others).find((selection) => isSum(selection, total));
    if (parts !== undefined)
      return { total: total.column, parts: parts.map(({ column }) => column) };
  }
  return undefined;
}

/** Whether numbers are 1, or 0 and 1, as boxes have them: no such sum counts several people. */
function areBoxes({ values }: Column): boolean {
  return values.keys().every((text) => Number(text) === 1 || Number(text) === 0);
}

/** A column of numbers, row by row, and their sum. */
interface Amount {
  readonly column: Column;
  readonly numbers: readonly number[];
  readonly sum: number;
}

/** The runs of neighbours whose sums are that of the total, the longest first. */
function* runsOf(total: Amount, others: readonly Amount[]): Generator<readonly Amount[], void> {
  const keyOf = (sum: number): number => Math.round(sum * 1000);
  const starts = new Map<number, number[]>([[0, [0]]]);
  const runs: { readonly from: number; readonly to: number }[] = [];
  let before = 0;
  for (const [i, { sum }] of others.entries()) {
    before += sum;
    const to = i + 1;
    const key = keyOf(before - total.sum);
    // Sums are rounded, so that those of decimals meet.
    const found = [key - 1, key, key + 1].flatMap((one) => starts.get(one) ?? []);
    runs.push(...found.filter((from) => to - from > 1).map((from) => ({ from, to })));
    starts.set(keyOf(before), [...(starts.get(keyOf(before)) ?? []), to]);
  }
  const longestFirst = runs.toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from);
  for (const { from, to } of longestFirst) {
    yield others.slice(from, to);
  }
}

/** The selections of a few columns. */
function* selectionsOf(others: readonly Amount[]): Generator<readonly Amount[], void> {
  if (others.length > TRIED) return;
  for (let chosen = 3; chosen < 1 << others.length; chosen++) {
    const selected = others.filter((_, i) => ((chosen >> i) & 1) === 1);
    if (selected.length > 1) yield selected;
  }
}

/** Whether columns add up to a total in each row that has one. */
function addUp(parts: readonly Amount[], total: Amount): boolean {
  return total.numbers.every((sum, row) => {
    const added = parts.reduce((s, part) => s + (part.numbers[row]! || 0), 0);
    return Number.isNaN(sum) || isNear(sum, added);
  });
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(b));
}

/**
 * The column of whole numbers that is the same in all rows of an x and at least the sum of another
 * there, which then counts people: how many answered, beside how many gave the label. `undefined`
 * if there is none.
 */
export function findGroupTotal(
  columns: readonly Column[],
  x: readonly Column[],
): Total | undefined {
  const groups = [...Map.groupBy(keysOf(x), ({ key }) => key).values()].filter(
    (rows) => rows.length > 1,
  );
  if (groups.length < 2) return undefined;
  const whole = columns.filter(({ isAmount, isWhole }) => isAmount && isWhole);
  if (whole.length > MOST) return undefined;
  for (const total of whole) {
    const sums = numbersOf(total);
    const isSame = groups.every((rows) =>
      rows.every(({ row }) => sums[row] === sums[rows[0]!.row]),
    );
    if (!isSame) continue;
    const parts = whole.filter((column) => {
      const numbers = numbersOf(column);
      const isPart = groups.every((rows) => {
        return rows.reduce((sum, { row }) => sum + numbers[row]!, 0) <= sums[rows[0]!.row]!;
      });
      return column !== total && column.values.size > 1 && isPart;
    });
    if (parts.length > 0) return { total, parts };
  }
  return undefined;
}

function keysOf(x: readonly Column[]): { readonly key: string; readonly row: number }[] {
  const [first] = x;
  return (first?.texts ?? []).map((_, row) => {
    return { key: JSON.stringify(x.map(({ texts }) => texts[row])), row };
  });
}

/** A warning where a total was named as the column that counts people. */
export function countedTotal(found: Total | undefined, { count }: GivenReading): Sentence[] {
  if (found === undefined || found.total.name !== count) return [];
  const wide = found.parts.map(({ name }) => name);
  return [
    (write) =>
      `${sumText(found)}, and not how many gave the label; if each of these is a label, say ${write("wide", wide)}`,
  ];
}

function sumText({ total, parts }: Total): string {
  return `${total.name} is the sum of ${listed(parts, "and")}: it tells how many answered`;
}

/** The doubt whether the parts of a total are one label each. */
export function totalDoubt(found: Total | undefined): Doubt[] {
  if (found === undefined) return [];
  const { total, parts } = found;
  // Raters' scores may add up to one that nobody gave.
  if (areRaters(parts)) return [];
  const says = `${sumText(found)}, and each of these may be a label with the number of people who gave it`;
  const value = parts.map(({ name }) => name);
  return [
    {
      says,
      readings: [
        { option: "wide", value },
        { option: "count", value: total.name, does: "counts who gave the row's label" },
        { option: "count", value: false },
      ],
    },
  ];
}
