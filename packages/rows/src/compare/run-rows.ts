import { RUN } from "../input/read-records.ts";
import type { FileRecord } from "../input/records.ts";
import { isSkipped, type ReadEstimate, readEstimate } from "../result/read-result.ts";
import { resultCells } from "../result/result-cells.ts";

/** One estimate of a run, as far as a comparison looks at it. */
export interface ComparedRow extends Pick<ReadEstimate, "method" | "pair" | "input" | "shown"> {
  /** The method, and of a bench run its dataset and K: only estimates of one group are compared. */
  readonly group: string;
  /** Absent where a reply could not be read. */
  readonly estimate: number | undefined;
  /** What people did, where that is known and finite. */
  readonly truth: number | undefined;
  /** Whether the estimate is of the same quantity as the truth and not only in the same order. */
  readonly sameScale: boolean;
}

/** What of a pair is compared: `pmi` in nats, or `conditional`, P(y given x). */
export type Quantity = "pmi" | "conditional";

/** Reads a record as a row; `undefined` of one that is not compared. */
export type ToRow = (record: FileRecord) => ComparedRow | undefined;

/** Reads the rows of a result of `promptnce estimate`, called `file` in errors. */
export function estimateRow(file: string, quantity: Quantity): ToRow {
  return (record) => {
    const cells = resultCells(file, record, RUN);
    if (isSkipped(cells)) return undefined;
    const { method, pair, input, estimate, truth, shown } = readEstimate(record, cells);
    return {
      group: method,
      method,
      pair,
      input,
      estimate: estimate[quantity],
      truth: truth[quantity],
      shown,
      sameScale: quantity === "conditional" || estimate.marginal !== undefined,
    };
  };
}

/** An id alone does not tell a pair from others, as worlds of two seeds use it for different ones. */
const identifying = ["pair", "x", "y", "conditional", "marginal", "pmi"];

/**
 * Reads the rows of `estimates.csv` of a bench run: the first sample of the pairs it was evaluated on, the other lists
 * being other pairs.
 *
 * @param apart The columns that tell models apart.
 */
export function benchRow(file: string, quantity: Quantity, apart: readonly string[]): ToRow {
  return (record) => {
    const cells = resultCells(file, record, RUN);
    const { text } = cells;
    if (text("list") !== "evaluation" || text("sample") !== "0") return undefined;
    const model = apart.length > 0 ? [apart.map(text).join(":")] : [];
    const read = quantity === "pmi" ? cells.number : cells.probability;
    return {
      group: [text("dataset"), `K = ${text("k")}`, text("method"), ...model].join(", "),
      method: text("method"),
      pair: JSON.stringify(identifying.map(text)),
      input: text("x"),
      estimate: read(`est_${quantity}`),
      truth: read(quantity),
      // A bench run shows only pairs that it does not evaluate.
      shown: false,
      sameScale: quantity === "conditional" || cells.probability("est_marginal") !== undefined,
    };
  };
}
