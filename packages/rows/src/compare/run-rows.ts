import { fingerprint } from "@promptnce/providers";
import type { FileRecord } from "../input/records.ts";
import { ownColumns, resultColumns } from "../result/result-columns.ts";
import type { ComparedRow, Quantity } from "./compared-row.ts";
import { RUN } from "../input/read-records.ts";
import { resultCells } from "../result/result-cells.ts";
import { estimatedIn, truthIn } from "../result/read-result.ts";

/** Reads a record as a row; `undefined` of one that is not compared. */
export type ToRow = (record: FileRecord) => ComparedRow | undefined;

/** Reads the rows of a result of `promptnce estimate`, called `file` in errors. */
export function estimateRow(file: string, quantity: Quantity): ToRow {
  return (record) => {
    const cells = resultCells(file, record, RUN);
    const x = record.columns.filter((column) => !ownColumns.has(column)).toSorted();
    const input = fingerprint(...x.flatMap((column) => [column, record.value(column) ?? ""]));
    const { marginal, [quantity]: estimate } = estimatedIn(cells);
    resultColumns.status.read(cells); // a file with another status is no result
    return {
      group: cells.name("method"),
      method: cells.name("method"),
      pair: fingerprint(input, cells.text("y")),
      input,
      estimate,
      truth: truthIn(cells)[quantity],
      shown: resultColumns.shown.read(cells),
      sameScale: quantity === "conditional" || marginal !== undefined,
    };
  };
}

/**
 * Reads the rows of `estimates.csv` of a bench run: the first sample of the pairs it was evaluated
 * on, the other lists being other pairs.
 */
export function benchRow(file: string, quantity: Quantity, severalModels: boolean): ToRow {
  return (record) => {
    const cells = resultCells(file, record, RUN);
    const { text } = cells;
    if (text("list") !== "evaluation" || text("sample") !== "0") return undefined;
    const model = severalModels ? [text("model")] : [];
    const read = quantity === "pmi" ? cells.number : cells.probability;
    return {
      group: [text("dataset"), `K = ${text("k")}`, text("method"), ...model].join(", "),
      method: text("method"),
      pair: text("pair"),
      input: text("x"),
      estimate: read(`est_${quantity}`),
      truth: read(quantity),
      // A bench run shows only pairs that it does not evaluate.
      shown: false,
      sameScale: quantity === "conditional" || cells.probability("est_marginal") !== undefined,
    };
  };
}
