import { fingerprint } from "@promptnce/providers";
import { type Estimate, method } from "@promptnce/core";
import { readRecords, RESULT } from "../input/read-records.ts";
import { type ResultCells, resultCells } from "./result-cells.ts";
import type { FileRecord } from "../input/records.ts";
import { ownColumns, resultColumns as columns } from "./result-columns.ts";
import type { Truth } from "../survey/people.ts";
import type { TalliedEstimate } from "../summary/tally.ts";

/** One row of a result of `promptnce estimate`, read back. */
export interface ResultLine {
  readonly line: number;
  /** The text of the fields of x, in their order. */
  readonly x: readonly string[];
  readonly y: string;
  /** What x and y are known by, in whatever order the columns stand. */
  readonly input: string;
  readonly pair: string;
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
    yield records.map((record) => resultLine(file, record));
  }
}

function resultLine(file: string, record: FileRecord): ResultLine {
  const cells = resultCells(file, record, RESULT);
  const { method, readable, estimate, truth, ...own } = readEstimate(record, cells);
  const trial = { id: own.pair, y: own.y };
  const other = columns.other.read(cells);
  return {
    ...own,
    line: record.line,
    x: fieldsOf(record).map((field) => record.value(field) ?? ""),
    model: cells.name("model"),
    estimate: { trial, method: methodNamed(method), estimate, ...(other !== undefined && { other }), readable },
    truth: isWhole(truth) ? truth : undefined,
    counted: cells.has(columns.count.name),
    ranked: cells.has(columns.rank.name),
  };
}

/** What every reader takes of a row of a result. */
export interface ReadEstimate extends Pick<ResultLine, "y" | "input" | "pair" | "shown"> {
  readonly method: string;
  readonly readable: boolean;
  readonly estimate: Estimate;
  /** What people did, as far as the file says it. */
  readonly truth: Partial<Truth>;
}

/** The estimate of a record; what is no result is a DataError. */
export function readEstimate(record: FileRecord, cells: ResultCells): ReadEstimate {
  const y = cells.text("y");
  const fields = fieldsOf(record).toSorted();
  const input = fingerprint(...fields.flatMap((field) => [field, record.value(field) ?? ""]));
  const { conditional, marginal, pmi, trueConditional, trueMarginal, truePmi } = columns;
  return {
    y,
    input,
    pair: fingerprint(input, y),
    method: cells.name("method"),
    estimate: termsIn(cells, { conditional, marginal, pmi }),
    readable: columns.status.read(cells) === "ok",
    truth: termsIn(cells, { conditional: trueConditional, marginal: trueMarginal, pmi: truePmi }),
    shown: columns.shown.read(cells),
  };
}

/** The columns of x, in their order. */
function fieldsOf({ columns: names }: FileRecord): readonly string[] {
  return names.filter((name) => !ownColumns.has(name));
}

/** The terms and PMI that are there. */
function termsIn(cells: ResultCells, terms: Record<keyof Truth, typeof columns.pmi>): Partial<Truth> {
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
