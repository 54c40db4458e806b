import { resamplingUnit } from "@promptnce/core/repeats";
import type { Sentence } from "@promptnce/core/errors";
import { DataError } from "@promptnce/rows/errors";
import { laidOut, missingCodes, missingTest, tableFile } from "@promptnce/rows/input";
import { isSimulated, prefixIn } from "@promptnce/rows/results";
import { rowFile } from "../options/row-file.ts";
import type { InferOptions } from "./infer-options.ts";
import { type JudgedColumns, judgedColumns } from "./judged-columns.ts";
import { judgedNumber } from "./yes-no.ts";

/** A row that is complete except possibly for its label. */
export interface InferRow {
  readonly line: number;
  readonly label: number | undefined;
  readonly prediction: number;
  readonly x: number;
  /** Whether its label or prediction is a word for yes or no. */
  readonly isWord: boolean;
  /** What it counts, above 0; 1 where no column says it. */
  readonly weight: number;
  readonly group: string;
  readonly stratum: string;
  /** The value of the column by which the bias is taken. */
  readonly kind: string;
  /**
   * The named cluster; otherwise the texts of the context (if there are several contexts) and of x
   * within it.
   */
  readonly units: readonly string[];
}

/** The clusters used for standard errors. */
interface InferUnit {
  /** The display name of its column or columns. */
  readonly name: string;
  /** One key per row. */
  readonly keys: readonly string[];
}

export interface InferRows {
  /** The name of the file. */
  readonly name: string;
  readonly rows: readonly InferRow[];
  /** The number of rows missing something other than a label, or of weight 0. */
  readonly leftOut: number;
  readonly simulated: boolean;
  /** The columns that were read as labels and as predictions. */
  readonly columns: JudgedColumns;
  /** Whether labels or predictions are words for yes and no. */
  readonly areWords: boolean;
  /** Absent if rows are independent. */
  readonly unit: InferUnit | undefined;
  /** Which rows were read, if some were chosen. */
  readonly notes: readonly Sentence[];
}

type MissingTest = ReturnType<typeof missingTest>;

/** The fields read from a record of the file. */
interface FileRecord {
  readonly line: number;
  readonly value: (column: string) => string | undefined;
  readonly columns: readonly string[];
}

/** The value of `--cluster` for independent rows. */
export const NO_CLUSTER = "none";

/**
 * The rows that count and are complete except possibly for a label, and the number of other rows.
 */
export async function readInferRows(path: string, options: InferOptions): Promise<InferRows> {
  const { by, on, strata, weight, biasBy, cluster, where } = options;
  using file = await tableFile(rowFile(path, options));
  const table = laidOut(file, { where });
  const columns = await judgedColumns(table, options);
  const named = [
    columns.label,
    columns.prediction,
    biasBy,
    by,
    on,
    strata,
    weight,
    cluster === NO_CLUSTER ? undefined : cluster,
  ];
  const isMissing = missingTest(options.missing);
  const rows: InferRow[] = [];
  let [leftOut, simulated, first] = [0, false, options.method];
  let repeated: RepeatColumns = [];
  for await (const records of table.open(named.filter((column) => column !== undefined))) {
    for (const record of records) {
      const result = resultOf(record);
      // An unusable row has no method.
      if (result?.method === "") leftOut++;
      if (result?.method === "" || (options.method ?? result?.method) !== result?.method) continue;
      first ??= result?.method;
      if (result?.method !== first) {
        const problem = `is of ${result?.method}, and earlier rows are of ${first}`;
        throw faultAt(table.name, record, `${problem}; name one with --method`);
      }
      simulated ||= result !== undefined && isSimulated(result.model);
      repeated = result?.repeated ?? [];
      const row = rowOf(table.name, record, { ...options, ...columns, repeated, isMissing });
      if (row === undefined) leftOut++;
      else rows.push(row);
    }
  }
  const unit = unitOf(rows, cluster, repeated);
  const areWords = rows.some((row) => row.isWord);
  const notes = [...table.notes, ...codeNotes(rows, { ...options, ...columns })];
  return { name: table.name, rows, leftOut, simulated, columns, areWords, unit, notes };
}

/** Sentences on numbers that recur far outside the others, as codes for no value do. */
function codeNotes(
  rows: readonly InferRow[],
  { label, prediction, on, missing }: InferOptions & JudgedColumns,
): Sentence[] {
  const columns = [
    { name: label, of: rows.flatMap((row) => row.label ?? []) },
    { name: prediction, of: rows.map((row) => row.prediction) },
    ...(on === undefined ? [] : [{ name: on, of: rows.map(({ x }) => x) }]),
  ];
  return columns.flatMap(({ name, of }) => {
    const recurring = [...missingCodes(of)]
      .map((code) => ({ code, times: of.filter((value) => value === code).length }))
      .filter(({ times }) => times > 1);
    return recurring.map(({ code, times }): Sentence => {
      const texts = [...(missing ?? []), String(code)];
      return (write) =>
        `${name} is ${code} in ${times} rows, far outside its other values: if that stands for no value, say ${write("columns.missing", texts)}.`;
    });
  });
}

function faultAt(name: string, { line }: FileRecord, problem: string): DataError {
  return new DataError(`${name}, line ${line}: ${problem}.`);
}

/**
 * The columns of the context, if there are several contexts, and then of context and x: coarsest
 * first.
 */
type RepeatColumns = readonly (readonly string[])[];

interface OfResult {
  readonly method: string;
  readonly model: string;
  readonly repeated: RepeatColumns;
}

/**
 * The data that a result of `estimate` gives for a row. Other files lack the `x_columns` column,
 * and their `method` may mean anything.
 */
function resultOf({ columns, value }: FileRecord): OfResult | undefined {
  const prefix = prefixIn(columns);
  if (!columns.includes(`${prefix}x_columns`)) return undefined;
  const text = (column: string): string => value(`${prefix}${column}`) ?? "";
  const [context, x] = ["given_columns", "x_columns"].map((column) =>
    columnsNamed(text(column), columns),
  ) as [readonly string[], readonly string[]];
  return {
    method: text("method"),
    model: text("model"),
    repeated: [context, [...new Set([...context, ...x])]].filter(({ length }) => length > 0),
  };
}

/** One column, or a JSON list of several. */
function columnsNamed(text: string, columns: readonly string[]): readonly string[] {
  if (columns.includes(text) || text === "") return text === "" ? [] : [text];
  try {
    return (JSON.parse(text) as string[]).filter((name) => columns.includes(name));
  } catch {
    return [];
  }
}

type RowOptions = InferOptions & JudgedColumns & RowReading;

interface RowReading {
  readonly repeated: RepeatColumns;
  readonly isMissing: MissingTest;
}

/** The row, or `undefined` if it lacks something other than a label, or has no weight. */
function rowOf(name: string, record: FileRecord, options: RowOptions): InferRow | undefined {
  const textIn = (column: string | undefined): string | undefined =>
    column === undefined ? "" : valueIn(column);
  const valueIn = (column: string): string | undefined => {
    const text = record.value(column) ?? "";
    return options.isMissing(text) ? undefined : text.trim();
  };
  const numberIn = (column: string): number | undefined => {
    const text = textIn(column);
    if (text === undefined) return undefined;
    if (Number.isFinite(Number(text))) return Number(text);
    const problem = `${column} is ${JSON.stringify(text)}; give a number, or nothing`;
    throw faultAt(name, record, problem);
  };
  const judgedIn = (column: string): number | undefined => {
    const text = valueIn(column);
    if (text === undefined) return undefined;
    const number = judgedNumber(text, options.positive);
    if (number !== undefined) return number;
    const problem = `${column} is ${JSON.stringify(text)}; give a number, yes or no, or nothing, or name the text for yes with --positive`;
    throw faultAt(name, record, problem);
  };
  const { cluster = NO_CLUSTER, repeated } = options;
  const textsOf = (columns: readonly string[]): string =>
    JSON.stringify(columns.map((column) => record.value(column) ?? ""));
  const [prediction, x] = [
    judgedIn(options.prediction),
    options.on === undefined ? 0 : numberIn(options.on),
  ];
  const weight = options.weight === undefined ? 1 : numberIn(options.weight);
  if (weight !== undefined && weight < 0) {
    throw faultAt(name, record, `${options.weight} is ${weight}; give a number of 0 or more`);
  }
  const [group, stratum, kind] = [
    textIn(options.by),
    textIn(options.strata),
    textIn(options.biasBy),
  ];
  const units = cluster === NO_CLUSTER ? repeated.map(textsOf) : [textIn(cluster)];
  if (prediction === undefined || x === undefined || !weight) return undefined;
  if (group === undefined || stratum === undefined || kind === undefined) return undefined;
  if (!units.every((unit) => unit !== undefined)) return undefined;
  const label = judgedIn(options.label);
  const isWord = [options.label, options.prediction].some(
    (column) => !Number.isFinite(Number(valueIn(column) ?? "")),
  );
  return { line: record.line, label, prediction, isWord, x, weight, group, stratum, kind, units };
}

/**
 * The named cluster. For a result, the coarsest of context and x with two or more rows per value on
 * average. Otherwise none.
 */
function unitOf(
  rows: readonly InferRow[],
  cluster: string | undefined,
  repeated: RepeatColumns,
): InferUnit | undefined {
  const keysOf = (at: number): string[] => rows.map(({ units }) => units[at]!);
  if (cluster === NO_CLUSTER) return undefined;
  if (cluster !== undefined) return { name: cluster, keys: keysOf(0) };
  const candidates = repeated.map((columns, at) => ({
    name: columns.join(", "),
    keys: keysOf(at),
  }));
  const { name } = resamplingUnit(rows.length, candidates);
  return candidates.find((candidate) => candidate.name === name);
}
