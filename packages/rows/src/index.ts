// Estimates for a user's own table, row by row
export { estimatePrepared, estimateRows, windowOf } from "./answer/estimate-rows.ts";
export type { EstimatedRow, EstimateRowsOptions } from "./answer/estimate-rows.ts";
export type { LabelEstimate } from "./answer/label-estimate.ts";
export type { AskedUnits } from "./answer/asked-units.ts";
export { type NamedColumns, type PlannedColumns, planColumns } from "./answer/plan-columns.ts";
export { type PlannedRows, type PreparedRows, prepareRows } from "./answer/prepare-rows.ts";
export type { Codebook } from "./layout/codes.ts";
export { estimator } from "./estimator/estimator.ts";
export type { EstimatorOptions } from "./estimator/estimator-options.ts";
export type { Estimator, InputOptions, TableOptions } from "./estimator/estimator-type.ts";
export type { TaskPhrases } from "./estimator/task-phrases.ts";
