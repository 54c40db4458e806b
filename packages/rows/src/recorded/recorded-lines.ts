import type { Context, Input, Label } from "@promptnce/core";
import type { Sentence } from "@promptnce/core/errors";
import { fingerprint } from "@promptnce/engine";
import { givenColumns, type NamedColumns } from "../answer/plan-columns.ts";
import { DataError } from "../errors.ts";
import { type Columns, type FieldColumn, inputKey, ownColumnsOf } from "../input/read-rows.ts";
import type { FileRecord } from "../formats/records.ts";
import type { RowTable } from "../input/table.ts";
import { laidOut } from "../layout/laid-out.ts";
import { type ResultCells, resultCells, type Share } from "../result/result-cells.ts";

const WANTED =
  "the columns x (or id), label and mass, and, where they are known, human_count, base_rate and set";

/** One row of a file of masses. */
export interface RecordedLine {
  readonly record: FileRecord;
  readonly x: Input;
  /** A key of x and its context. */
  readonly key: string;
  /** A key of the set, from that of x and the column `set`, if there is one. */
  readonly set: string;
  readonly context?: Context;
  readonly y: Label;
  /** In [0, 1]; `undefined` if the cell is empty. */
  readonly mass: number | undefined;
  /** The base rate, in [0, 1]; `undefined` if the cell is empty or there is no column. */
  readonly rate: number | undefined;
  /** The number of people who gave y to x times the weight; `undefined` if no column has either. */
  readonly count: number | undefined;
}

/** The rows of a file of masses. */
export interface RecordedLines {
  readonly columns: Columns;
  readonly lines: readonly RecordedLine[];
  /** How the table was read, in sentences. */
  readonly notes: readonly Sentence[];
}

/**
 * The rows of a file of masses, as probabilities. A number with a percent sign is a percentage. All
 * masses are percentages if their sets sum to about 100, and so are the base rates beside them if
 * any exceeds 1.
 *
 * @throws DataError naming file, line and column of what is wrong.
 */
export async function recordedLines(table: RowTable, named: NamedColumns): Promise<RecordedLines> {
  const lines: WrittenLine[] = [];
  let columns: Columns | undefined;
  const read = laidOut(table, { where: named.where });
  for await (const records of read.open([])) {
    for (const record of records) {
      const cells = resultCells(table.name, record, WANTED);
      columns ??= columnsOf(named, cells.has);
      lines.push(lineOf(table.name, record, { cells, columns }));
    }
  }
  if (columns === undefined)
    throw new DataError(`${table.name} has a header but no rows: add some.`);
  return { columns, lines: asProbabilities(table.name, lines), notes: read.notes };
}

function columnsOf(
  { x, y = "label", count, given, weight }: NamedColumns,
  has: (column: string) => boolean,
): Columns {
  const named = [x ?? (has("x") || !has("id") ? "x" : "id")].flat();
  const counted = count ?? (has("human_count") ? "human_count" : undefined);
  const fields = named.map((column) => ({ field: column, column }));
  const context = givenColumns([given ?? []].flat(), fields);
  return {
    x: fields,
    y,
    ...(counted && { count: counted }),
    ...(context.length > 0 && { given: context }),
    ...(weight && { weight }),
  };
}

function lineOf(
  file: string,
  record: FileRecord,
  { cells, columns }: { readonly cells: ResultCells; readonly columns: Columns },
): WrittenLine {
  const { x: fields, y, given, count, weight } = columns;
  const textsOf = (named: readonly FieldColumn[]): Input =>
    Object.fromEntries(named.map(({ field, column }) => [field, cells.name(column)]));
  const names = [...fields.map(({ column }) => column), ...ownColumnsOf(columns)];
  const key = inputKey(names, Object.fromEntries(names.map((name) => [name, cells.name(name)])));
  const numberFrom0 = (column: string): number => {
    const found = cells.number(column) ?? 0;
    if (found >= 0) return found;
    throw new DataError(
      `${file}, line ${record.line}: ${column} is ${found}; a number of 0 or more was expected.`,
    );
  };
  const numbers = [count, weight].filter((column) => column !== undefined);
  return {
    record,
    x: textsOf(fields),
    key,
    set: fingerprint(key, cells.has("set") ? cells.text("set") : ""),
    ...(given && { context: textsOf(given) }),
    y: cells.name(y!),
    mass: cells.share("mass"),
    rate: cells.has("base_rate") ? cells.share("base_rate") : undefined,
    count:
      numbers.length === 0
        ? undefined
        : numbers.reduce((product, column) => product * numberFrom0(column), 1),
  };
}

/** A line with its shares as they are written. */
interface WrittenLine extends Omit<RecordedLine, "mass" | "rate"> {
  readonly mass: Share | undefined;
  readonly rate: Share | undefined;
}

/** If masses are percentages, the median of the sums of their sets lies between these. */
const PERCENTAGES = { least: 80, most: 120 };

/**
 * The lines with masses and base rates as probabilities; a DataError names the first line with one
 * out of range.
 */
function asProbabilities(file: string, lines: readonly WrittenLine[]): readonly RecordedLine[] {
  const [ofMass, ofRate] = scalesOf(lines);
  const probability = (
    { record }: WrittenLine,
    column: string,
    share: Share | undefined,
    plainScale: number,
  ): number | undefined => {
    if (share === undefined) return undefined;
    // A percent sign says it, whatever numbers without one are.
    const scale = share.isPercent ? 100 : plainScale;
    if (share.value >= 0 && share.value <= scale) return share.value / scale;
    throw new DataError(
      `${file}, line ${record.line}: ${column} is ${JSON.stringify(String(share.value))}; a ${scale === 1 ? "probability from 0 to 1" : "percentage from 0 to 100"} was expected.`,
    );
  };
  return lines.map((line) => ({
    ...line,
    mass: probability(line, "mass", line.mass, ofMass),
    rate: probability(line, "base_rate", line.rate, ofRate),
  }));
}

/**
 * The numbers by which masses and base rates without a percent sign are divided: 1, or 100 for
 * percentages.
 */
function scalesOf(lines: readonly WrittenLine[]): [mass: number, rate: number] {
  const sums = new Map<string, number>();
  let [isAbove, isRateAbove] = [false, false];
  for (const { set, mass, rate } of lines) {
    sums.set(set, (sums.get(set) ?? 0) + (mass?.value ?? 0));
    isAbove ||= isAboveOne(mass);
    isRateAbove ||= isAboveOne(rate);
  }
  const sorted = [...sums.values()].toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const isPercent = isAbove && median >= PERCENTAGES.least && median <= PERCENTAGES.most;
  return [isPercent ? 100 : 1, isPercent && isRateAbove ? 100 : 1];
}

function isAboveOne(share: Share | undefined): boolean {
  return share !== undefined && !share.isPercent && share.value > 1;
}
