// Estimates for a user's own table, row by row
export { ClosedPipe, DataError } from "./errors.ts";
export { estimatePrepared, estimateRows, windowOf } from "./answer/estimate-rows.ts";
export type { EstimatedRow, EstimateRowsOptions, RowEstimate } from "./answer/estimate-rows.ts";
export { type NamedColumns, planColumns } from "./answer/plan-columns.ts";
export { type PreparedRows, prepareRows } from "./answer/prepare-rows.ts";
