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
  /** What x and y are known by. */
  readonly input: string;
  readonly pair: string;
  readonly model: string;
  readonly estimate: TalliedEstimate;
  /** What people did, where the file says it and it is finite. */
  readonly truth?: Truth;
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
  const { line, value } = record;
  const cells = resultCells(file, record, RESULT);
  const fields = record.columns.filter((column) => !ownColumns.has(column));
  const x = fields.map((field) => value(field) ?? "");
  const y = cells.text("y");
  const input = fingerprint(...x);
  const pair = fingerprint(input, y);
  const other = columns.other.read(cells);
  const truth = truthIn(cells);
  return {
    line,
    x,
    y,
    input,
    pair,
    model: cells.name("model"),
    estimate: {
      trial: { id: pair, y },
      method: methodNamed(cells.name("method")),
      estimate: estimatedIn(cells),
      ...(other !== undefined && { other }),
      readable: columns.status.read(cells) === "ok",
    },
    ...(isWhole(truth) && { truth }),
    counted: cells.has(columns.count.name),
    ranked: cells.has(columns.rank.name),
    shown: columns.shown.read(cells),
  };
}

/** The terms and PMI of a row of a result, without what is empty. */
export function estimatedIn(cells: ResultCells): Estimate {
  const { conditional, marginal, pmi } = columns;
  return given({ conditional: conditional.read(cells), marginal: marginal.read(cells), pmi: pmi.read(cells) });
}

/** What people did, as far as the file says it. */
export function truthIn(cells: ResultCells): Partial<Truth> {
  const { trueConditional, trueMarginal, truePmi } = columns;
  return given({
    conditional: trueConditional.read(cells),
    marginal: trueMarginal.read(cells),
    pmi: truePmi.read(cells),
  });
}

/** The terms that are there. */
function given({ conditional, marginal, pmi }: { [K in keyof Truth]: number | undefined }): Partial<Truth> {
  return {
    ...(conditional !== undefined && { conditional }),
    ...(marginal !== undefined && { marginal }),
    ...(pmi !== undefined && { pmi }),
  };
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
