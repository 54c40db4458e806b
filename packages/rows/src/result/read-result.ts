import { fingerprint } from "@promptnce/engine";
import type { Context, Estimate } from "@promptnce/core";
import { method } from "@promptnce/core/methods";
import { readRecords, RESULT } from "../input/read-records.ts";
import { type ResultCells, resultCells } from "./result-cells.ts";
import type { FileRecord } from "../input/records.ts";
import { DataError } from "../errors.ts";
import { ownColumns, resultColumns as columns, SKIPPED } from "./result-columns.ts";
import type { Truth } from "../survey/people.ts";
import type { NamedMethod, TalliedEstimate } from "../summary/extremes.ts";

/** One row of a result of `promptnce estimate`, read back. */
export interface ResultLine {
  readonly line: number;
  /** The text of the fields of x, in their order. */
  readonly x: readonly string[];
  readonly y: string;
  /** What x and y are known by, in whatever order the columns stand. */
  readonly input: string;
  readonly pair: string;
  /** The texts of its context, by their columns; absent where there is one for all. */
  readonly context?: Context | undefined;
  readonly model: string;
  readonly estimate: TalliedEstimate;
  /** What people did, where the file says it and it is finite. */
  readonly truth?: Truth | undefined;
  readonly counted: boolean;
  /** Whether the file holds a selection, the labels that were ranked highest of each x. */
  readonly ranked: boolean;
  /** Whether a prompt of the run showed the pair: it is no evidence. */
  readonly shown: boolean;
}

/**
 * The rows of a result, some at a time, from any of the formats it is written in.
 *
 * @throws DataError naming file, line and column of what is no result.
 */
export async function* readResult(file: string): AsyncGenerator<readonly ResultLine[]> {
  for await (const records of readRecords(file, RESULT)) {
    yield records.flatMap((record) => resultLine(file, record) ?? []);
  }
}

/** The row of a record; `undefined` of one that could not be used. */
function resultLine(file: string, record: FileRecord): ResultLine | undefined {
  const cells = resultCells(file, record, RESULT);
  if (isSkipped(cells)) return undefined;
  const { method, readable, estimate, truth, ...own } = readEstimate(record, cells);
  const trial = {
    id: own.pair,
    y: own.y,
    ...(own.context !== undefined && { context: own.context }),
  };
  const other = columns.other.read(cells);
  // What of the set's PMF the file holds.
  const pmfs =
    other === undefined ? [] : [{ labels: [own.y], masses: [estimate.conditional ?? 0], other }];
  return {
    ...own,
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
    counted: cells.has(columns.count.name),
    ranked: cells.has(columns.rank.name),
  };
}

/** What every reader takes of a row of a result. */
export interface ReadEstimate {
  readonly y: string;
  /** What x and y are known by, in whatever order the columns stand. */
  readonly input: string;
  readonly pair: string;
  /** The texts of its context, by their columns; absent where there is one for all. */
  readonly context?: Context | undefined;
  /** Whether a prompt of the run showed the pair: it is no evidence. */
  readonly shown: boolean;
  /** The method's id. */
  readonly method: string;
  /** Whether all replies behind the estimate could be read. */
  readonly readable: boolean;
  readonly estimate: Estimate;
  /** What people did, as far as the file says it. */
  readonly truth: Partial<Truth>;
}

/** The estimate of a record; what is no result is a DataError. */
export function readEstimate(record: FileRecord, cells: ResultCells): ReadEstimate {
  const y = cells.text("y");
  // By the texts in the order of the task, whatever their columns are called.
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
    readable: columns.status.read(cells) === "ok",
    truth: termsIn(cells, { conditional: trueConditional, marginal: trueMarginal, pmi: truePmi }),
    shown: columns.shown.read(cells),
  };
}

/** Whether the record is of a row that could not be used. */
export function isSkipped(cells: ResultCells): boolean {
  return cells.has(columns.status.name) && cells.text(columns.status.name).startsWith(SKIPPED);
}

/** The columns of x, as the record names them; where it does not, all that are none of ours, by their names. */
function xColumnsOf({ columns: names, line }: FileRecord, cells: ResultCells): readonly string[] {
  if (!cells.has(columns.xColumns.name))
    return names.filter((name) => !ownColumns.has(name)).toSorted();
  return namedColumns(columns.xColumns.name, names, { cells, line });
}

function contextOf(names: readonly string[], texts: readonly string[]): Context {
  return Object.fromEntries(names.map((name, i) => [name, texts[i]!]));
}

/** The columns of the context; none of a result that has one for all. */
function givenColumnsOf(
  { columns: names, line }: FileRecord,
  cells: ResultCells,
): readonly string[] {
  const { name } = columns.givenColumns;
  return cells.has(name) ? namedColumns(name, names, { cells, line }) : [];
}

/** The columns that a cell names, as `namesText` writes them. */
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
    // The same sentence for what is no list.
  }
  throw new DataError(
    `${column} of line ${line} is ${JSON.stringify(text)}, which names no columns of this result.`,
  );
}

/** The terms and PMI that are there. */
function termsIn(
  cells: ResultCells,
  terms: Record<keyof Truth, typeof columns.pmi>,
): Partial<Truth> {
  const found: { -readonly [K in keyof Truth]?: number } = {};
  for (const name of ["conditional", "marginal", "pmi"] as const) {
    const value = terms[name].read(cells);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

function isWhole(truth: Partial<Truth>): truth is Truth {
  return truth.conditional !== undefined && truth.marginal !== undefined && truth.pmi !== undefined;
}

const titles = new Map<string, { readonly id: string; readonly title: string }>();

/** The method of that id with the title it has in tables; an id nobody knows is its own title. */
function methodNamed(id: string): TalliedEstimate["method"] {
  const known = titles.get(id) ?? { id, title: titleOf(id) };
  titles.set(id, known);
  return known;
}

function titleOf(id: string): string {
  try {
    return method(id, { grounding: { examples: [], labels: [] }, marginal: new Map() }).title;
  } catch {
    return id;
  }
}

/** What must be known of all rows of a result before the first is tallied. */
export interface ResultSurvey {
  readonly rows: number;
  readonly counted: boolean;
  /** Whether it holds only the labels that were ranked highest of each x. */
  readonly ranked: boolean;
  readonly methods: readonly NamedMethod[];
  readonly models: readonly string[];
  /** How many different ones there are. */
  readonly labels: number;
  readonly inputs: number;
}

/** Passes once over the rows of a result. */
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
