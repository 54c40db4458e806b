import { DataError } from "../data-error.ts";
import { fingerprint } from "../estimate/fingerprint.ts";
import type { FileRecord } from "../estimate/records.ts";
import { ownColumns, shownColumn } from "../estimate/result-columns.ts";
import type { ComparedRow, Quantity } from "./compared-row.ts";

/** Reads a record as a row; `undefined` of one that is not compared. */
export type ToRow = (record: FileRecord) => ComparedRow | undefined;

/** Reads the rows of a result of `promptnce estimate`, called `file` in errors. */
export function estimateRow(file: string, quantity: Quantity): ToRow {
  return (record) => {
    const text = textIn(file, record);
    const x = record.columns.filter((column) => !ownColumns.has(column)).toSorted();
    const number = numberIn(file, record);
    const input = fingerprint(...x.flatMap((column) => [column, record.value(column) ?? ""]));
    return {
      group: text("method"),
      method: text("method"),
      pair: fingerprint(input, text("y")),
      input,
      estimate: number(quantity),
      truth: number(`true_${quantity}`),
      shown: record.value(shownColumn) === "true",
      sameScale: quantity === "conditional" || number("marginal") !== undefined,
    };
  };
}

/**
 * Reads the rows of `estimates.csv` of a bench run: the first sample of the pairs it was evaluated
 * on, the other lists being other pairs.
 */
export function benchRow(file: string, quantity: Quantity, severalModels: boolean): ToRow {
  return (record) => {
    const text = textIn(file, record);
    if (text("list") !== "evaluation" || text("sample") !== "0") return undefined;
    const number = numberIn(file, record);
    const model = severalModels ? [text("model")] : [];
    return {
      group: [text("dataset"), `K = ${text("k")}`, text("method"), ...model].join(", "),
      method: text("method"),
      pair: text("pair"),
      input: text("x"),
      estimate: number(`est_${quantity}`),
      truth: number(quantity),
      // A bench run shows only pairs that it does not evaluate.
      shown: false,
      sameScale: quantity === "conditional" || number("est_marginal") !== undefined,
    };
  };
}

/** A column that every row has. */
function textIn(file: string, { line, value }: FileRecord): (column: string) => string {
  return (column) => {
    const text = value(column);
    if (text !== undefined) return text;
    throw new DataError(
      `${file}, line ${line}: there is no ${column}; give a result of "promptnce estimate" or the folder of a bench run.`,
    );
  };
}

/** A column of numbers, empty where there is none; not every file has it. */
function numberIn(file: string, record: FileRecord): (column: string) => number | undefined {
  return (column) => {
    const text = record.value(column);
    if (text === undefined || text === "") return undefined;
    const number = Number(text);
    if (Number.isFinite(number)) return number;
    throw new DataError(
      `${file}, line ${record.line}: ${column} is ${JSON.stringify(text)}; a number was expected.`,
    );
  };
}
