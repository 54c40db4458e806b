import type { Context, Input, Label } from "@promptnce/core";
import { fingerprint } from "@promptnce/engine";
import { givenColumns, type NamedColumns } from "../answer/plan-columns.ts";
import { DataError } from "../errors.ts";
import { type Columns, type FieldColumn, inputKey, ownColumnsOf } from "../input/read-rows.ts";
import type { FileRecord } from "../input/records.ts";
import type { RowTable } from "../input/table.ts";
import { type ResultCells, resultCells } from "../result/result-cells.ts";

const WANTED =
  "the columns x (or id), label and mass, and, where they are known, human_count, base_rate and set";

/** One row of a file of masses. */
export interface RecordedLine {
  readonly record: FileRecord;
  readonly x: Input;
  /** Of x, and of its context. */
  readonly key: string;
  /** Of the set, which is that of x where it has one. */
  readonly set: string;
  readonly context?: Context;
  readonly y: Label;
  /** In [0, 1]; `undefined` where it was left empty. */
  readonly mass: number | undefined;
  readonly rate: number | undefined;
  /** How many gave y to x, each as much as the row weighs; absent where no column has it. */
  readonly count: number | undefined;
}

/** A file of masses, a row a line. */
export interface RecordedLines {
  readonly columns: Columns;
  readonly lines: readonly RecordedLine[];
}

/**
 * The lines of a file of masses. Numbers with a percent sign are percentages; so are those of which the sets sum to about
 * 100, and base rates above 1 beside them.
 *
 * @throws DataError naming file, line and column of what is wrong.
 */
export async function recordedLines(table: RowTable, named: NamedColumns): Promise<RecordedLines> {
  const lines: RecordedLine[] = [];
  let columns: Columns | undefined;
  for await (const records of table.open([])) {
    for (const record of records) {
      const cells = resultCells(table.name, record, WANTED);
      columns ??= columnsOf(named, cells.has);
      lines.push(lineOf(table.name, record, { cells, columns }));
    }
  }
  if (columns === undefined)
    throw new DataError(`${table.name} has a header and no rows: give it rows.`);
  return { columns, lines: asProbabilities(table.name, lines) };
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
): RecordedLine {
  const { x: fields, y, given, count, weight } = columns;
  const textsOf = (named: readonly FieldColumn[]): Input =>
    Object.fromEntries(named.map(({ field, column }) => [field, cells.name(column)]));
  const names = [...fields.map(({ column }) => column), ...ownColumnsOf(columns)];
  const key = inputKey(names, Object.fromEntries(names.map((name) => [name, cells.name(name)])));
  const numberFrom0 = (column: string): number => {
    const found = cells.number(column) ?? 0;
    if (found >= 0) return found;
    throw new DataError(
      `${file}, line ${record.line}: ${column} is ${found}; a number from 0 was expected.`,
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

/** Between these are what the masses of most sets sum to where they are percentages. */
const PERCENTAGES = { least: 80, most: 120 };

/** Masses and base rates as probabilities; a DataError names the line of one that is none. */
function asProbabilities(file: string, lines: readonly RecordedLine[]): readonly RecordedLine[] {
  const [ofMass, ofRate] = scalesOf(lines);
  const probability = (
    { record }: RecordedLine,
    column: string,
    given: number | undefined,
    scale: number,
  ): number | undefined => {
    if (given === undefined || (given >= 0 && given <= scale)) return given && given / scale;
    throw new DataError(
      `${file}, line ${record.line}: ${column} is ${JSON.stringify(String(given))}; a ${scale === 1 ? "probability from 0 to 1" : "percentage from 0 to 100"} was expected.`,
    );
  };
  return lines.map((line) => ({
    ...line,
    mass: probability(line, "mass", line.mass, ofMass),
    rate: probability(line, "base_rate", line.rate, ofRate),
  }));
}

/** What masses, and base rates, are divided by. */
function scalesOf(lines: readonly RecordedLine[]): [mass: number, rate: number] {
  const sums = new Map<string, number>();
  let [isAbove, isRateAbove] = [false, false];
  for (const { set, mass = 0, rate = 0 } of lines) {
    sums.set(set, (sums.get(set) ?? 0) + mass);
    isAbove ||= mass > 1;
    isRateAbove ||= rate > 1;
  }
  const sorted = [...sums.values()].toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const isPercent = isAbove && median >= PERCENTAGES.least && median <= PERCENTAGES.most;
  return [isPercent ? 100 : 1, isPercent && isRateAbove ? 100 : 1];
}
