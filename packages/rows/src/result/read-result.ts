import { fingerprint } from "@promptnce/engine";
import type { Context, Estimate, PairNumbers } from "@promptnce/core";
import { method } from "@promptnce/core/methods";
import { readRecords, RESULT } from "../readers/read-records.ts";
import { type ResultCells, resultCells } from "./result-cells.ts";
import type { FileRecord } from "../formats/records.ts";
import { DataError } from "../errors.ts";
import { ownColumns, resultColumns as columns, SKIPPED } from "./result-columns.ts";
import type { NamedMethod, TalliedEstimate } from "../summary/extremes.ts";

/** The pair in a row of a result. */
export interface ResultPair {
  /** A key of x, which does not depend on the order of the columns. */
  readonly input: string;
  /** A key of x and y. */
  readonly pair: string;
  /** The texts of the context by their columns; absent if all rows share one context. */
  readonly context?: Context | undefined;
  /** Whether a prompt of the run showed the pair, so that it is no evidence. */
  readonly shown: boolean;
}

/** One row of a result of `promptnce estimate`, read back. */
export interface ResultLine extends ResultPair {
  readonly line: number;
  /** The texts of the fields of x, in their order. */
  readonly x: readonly string[];
  readonly y: string;
  readonly model: string;
  readonly estimate: TalliedEstimate;
  /** People's probabilities and PMI, if the file has all three and they are finite. */
  readonly truth?: PairNumbers | undefined;
  /** People's P(y|x), 0 included, if the file has it. */
  readonly share?: number | undefined;
  /** The number of people who gave the pair, if the file has it. */
  readonly people?: number | undefined;
  /** Whether the file has people's counts. */
  readonly counted: boolean;
  /** Whether the file holds only the labels that ranked highest for each x. */
  readonly ranked: boolean;
}

/**
 * Yields the rows of a result in any format, some at a time. Rows that could not be used are left
 * out.
 *
 * @throws DataError, naming file, line and column, for a file that is no result.
 * @example
 * const [lines] = await Array.fromAsync(readResult("pairs.scored.csv"));
 * lines[0]; // → { x: ["SEA"], y: "WATER", people: 30, share: 0.75 }
 */
export async function* readResult(file: string): AsyncGenerator<readonly ResultLine[]> {
  for await (const records of readRecords(file, RESULT)) {
    yield records.flatMap((record) => resultLine(file, record) ?? []);
  }
}

/** The row of a record; `undefined` if the row could not be used. */
function resultLine(file: string, record: FileRecord): ResultLine | undefined {
  const cells = resultCells(file, record, RESULT);
  if (isSkipped(cells)) return undefined;
  const { method, readable, estimate, truth, ...pair } = readEstimate(record, cells);
  const trial = {
    id: pair.pair,
    y: pair.y,
    ...(pair.context !== undefined && { context: pair.context }),
  };
  const other = columns.other.read(cells);
  // The part of the candidate set's PMF that the file holds.
  const pmfs =
    other === undefined ? [] : [{ labels: [pair.y], masses: [estimate.conditional ?? 0], other }];
  return {
    ...pair,
    line: record.line,
    x: xColumnsOf(record, cells).map((column) => record.value(column) ?? ""),
    model: cells.name("model"),
    estimate: {
      trial,
      method: methodNamed(method),
      estimate,
      ...(other !== undefined && { other, pmfs }),
      readable,
    },
    truth: isWhole(truth) ? truth : undefined,
    share: truth.conditional,
    people: columns.count.read(cells),
    counted: cells.has(columns.count.name),
    ranked: cells.has(columns.rank.name),
  };
}

/** The estimate in a row of a result, as every reader takes it. */
export interface ReadEstimate extends ResultPair {
  readonly y: string;
  /** The method's id. */
  readonly method: string;
  /** Whether all replies behind the estimate could be read. */
  readonly readable: boolean;
  readonly estimate: Estimate;
  /** People's terms and PMI, as far as the file has them. */
  readonly truth: Partial<PairNumbers>;
}

/**
 * The estimate in a record; a DataError if a column is missing or its value is not what it should
 * hold.
 */
export function readEstimate(record: FileRecord, cells: ResultCells): ReadEstimate {
  const y = cells.text("y");
  // Keys are made of the texts in the task's order, whatever the columns are called.
  const x = xColumnsOf(record, cells);
  const given = givenColumnsOf(record, cells);
  const textsOf = (names: readonly string[]): string[] =>
    names.map((column) => record.value(column) ?? "");
  const input = fingerprint(...textsOf(x), ...textsOf(given.filter((name) => !x.includes(name))));
  const { conditional, marginal, pmi, trueConditional, trueMarginal, truePmi } = columns;
  return {
    y,
    input,
    ...(given.length > 0 && { context: contextOf(given, textsOf(given)) }),
    pair: fingerprint(input, y),
    method: cells.name("method"),
    estimate: termsIn(cells, { conditional, marginal, pmi }),
    readable: columns.status.read(cells) !== "unreadable",
    truth: termsIn(cells, { conditional: trueConditional, marginal: trueMarginal, pmi: truePmi }),
    shown: columns.shown.read(cells),
  };
}

/** Whether the record stands for a row that could not be used. */
export function isSkipped(cells: ResultCells): boolean {
  return cells.has(columns.status.name) && cells.text(columns.status.name).startsWith(SKIPPED);
}

/**
 * The columns of x that the record names; if it names none, all that the result does not add,
 * sorted by name.
 */
function xColumnsOf({ columns: names, line }: FileRecord, cells: ResultCells): readonly string[] {
  if (!cells.has(columns.xColumns.name))
    return names.filter((name) => !ownColumns.has(name)).toSorted();
  return namedColumns(columns.xColumns.name, names, { cells, line });
}

function contextOf(names: readonly string[], texts: readonly string[]): Context {
  return Object.fromEntries(names.map((name, i) => [name, texts[i]!]));
}

/** The columns of the context; none in a result with one context for all. */
function givenColumnsOf(
  { columns: names, line }: FileRecord,
  cells: ResultCells,
): readonly string[] {
  const { name } = columns.givenColumns;
  return cells.has(name) ? namedColumns(name, names, { cells, line }) : [];
}

/** The columns that a cell names, in the form that `namesText` writes. */
function namedColumns(
  column: string,
  names: readonly string[],
  { cells, line }: { readonly cells: ResultCells; readonly line: number },
): readonly string[] {
  const text = cells.text(column);
  if (names.includes(text)) return [text];
  try {
    const listed = JSON.parse(text) as string[];
    if (listed.every((name) => names.includes(name))) return listed;
  } catch {
    // A cell that is no list gets the same sentence as one with unknown columns.
  }
  throw new DataError(
    `${column} of line ${line} is ${JSON.stringify(text)}, which names no columns of this result.`,
  );
}

/** The terms and the PMI whose cells are not empty. */
function termsIn(
  cells: ResultCells,
  terms: Record<keyof PairNumbers, typeof columns.pmi>,
): Partial<PairNumbers> {
  const found: { -readonly [K in keyof PairNumbers]?: number } = {};
  for (const name of ["conditional", "marginal", "pmi"] as const) {
    const value = terms[name].read(cells);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

function isWhole(truth: Partial<PairNumbers>): truth is PairNumbers {
  return truth.conditional !== undefined && truth.marginal !== undefined && truth.pmi !== undefined;
}

const titles = new Map<string, { readonly id: string; readonly title: string }>();

/** The method with this id and its title in tables; an unknown id is its own title. */
function methodNamed(id: string): TalliedEstimate["method"] {
  const named = titles.get(id) ?? { id, title: titleOf(id) };
  titles.set(id, named);
  return named;
}

function titleOf(id: string): string {
  try {
    return method(id, { grounding: { examples: [], labels: [] }, marginal: new Map() }).title;
  } catch {
    return id;
  }
}

/** Facts about a whole result, which a tally needs before the first row. */
export interface ResultSurvey {
  readonly rows: number;
  /** Whether the result has people's counts. */
  readonly counted: boolean;
  /** Whether the result holds only the labels that ranked highest for each x. */
  readonly ranked: boolean;
  readonly methods: readonly NamedMethod[];
  readonly models: readonly string[];
  /** The number of distinct labels. */
  readonly labels: number;
  /** The number of distinct inputs. */
  readonly inputs: number;
}

/**
 * The survey of a result, from one pass over its rows.
 *
 * @example
 * await surveyResult(readResult("pairs.scored.csv")); // → { rows: 8, inputs: 4, labels: 5 }
 */
export async function surveyResult(
  rows: AsyncIterable<readonly ResultLine[]>,
): Promise<ResultSurvey> {
  const methods = new Map<string, NamedMethod>();
  const [models, labels, inputs] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const found = { rows: 0, counted: false, ranked: false };
  for await (const lines of rows) {
    for (const line of lines) {
      found.rows++;
      methods.set(line.estimate.method.id, line.estimate.method);
      models.add(line.model);
      labels.add(line.y);
      inputs.add(line.input);
      found.counted ||= line.counted;
      found.ranked ||= line.ranked;
    }
  }
  return {
    ...found,
    methods: [...methods.values()],
    models: [...models],
    labels: labels.size,
    inputs: inputs.size,
  };
}
