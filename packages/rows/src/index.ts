// Reading rows and tasks.
export { ClosedPipe, DataError } from "./errors.ts";
export {
  type InputFormat,
  inputFormat,
  type OutputFormat,
  outputFormat,
} from "./input/file-format.ts";
export { unreadable } from "./input/read-text.ts";
export { readCounts } from "./input/read-counts.ts";
export { readLabels } from "./input/read-labels.ts";
export { RESULT } from "./input/read-records.ts";
export { type Columns, inputText, readRows, type Row } from "./input/read-rows.ts";
export {
  type RowFile,
  type RowRecord,
  type RowSource,
  type Table,
  tableFile,
} from "./input/table.ts";
export { type TableStart, tableStart } from "./input/table-start.ts";
export { loadPacks } from "./task/load-packs.ts";
export { parseTask, readTask } from "./task/read-task.ts";
export { isTaskFile, type TaskSetup, taskSetup, wordingMode } from "./task/task-setup.ts";

// What is known of rows before anything is asked.
export { countedJoint, madeUpJoint } from "./survey/joints.ts";
export { pairKey, pairTruth, type People } from "./survey/people.ts";
export { type Survey, survey } from "./survey/survey.ts";
export { type Mode, type RowUnit, unitsOf } from "./survey/unit.ts";

// Estimating them.
export { showsCandidateSets } from "./survey/shows-candidate-sets.ts";
export { estimatePrepared, estimateRows, windowOf } from "./answer/estimate-rows.ts";
export type { EstimatedRow, EstimateRowsOptions, RowEstimate } from "./answer/estimate-rows.ts";
export { type NamedColumns, planColumns } from "./answer/plan-columns.ts";
export { type PreparedRows, prepareRows } from "./answer/prepare-rows.ts";

// Masses that somebody recorded.
export { readRecorded, type Recorded } from "./recorded/read-recorded.ts";
export { recordedRows, type RecordedRows } from "./recorded/recorded-rows.ts";

// Summing up.
export { type ExtremePair, Extremes, type NamedMethod } from "./summary/extremes.ts";
export { type Drawn, methodSummaries, type MethodSummary } from "./summary/method-summary.ts";
export { limitTexts, nextSteps, type StepFacts } from "./summary/next-steps.ts";
export { type SummaryFacts, summaryText } from "./summary/summary.ts";
export { Reservoir, STATISTICS_SEED, type Tally, tally } from "./summary/tally.ts";

// Results, written and read again.
export { prefixIn } from "./result/column-prefix.ts";
export { openOutput } from "./result/open-output.ts";
export {
  readResult,
  type ResultLine,
  type ResultSurvey,
  surveyResult,
} from "./result/read-result.ts";
export { isSimulated, modelName } from "./result/result-columns.ts";
export { resultWriter } from "./result/result-writer.ts";
export { delimitedText } from "./result/row-writer.ts";

// Two results beside each other.
export { type Measure, type MeasureName, measures } from "./compare/measure.ts";
export {
  type ComparedRow,
  modelsApart,
  openRun,
  type Quantity,
  type Run,
} from "./compare/open-run.ts";
export { pairedNotes, type PairedRuns, pairUp } from "./compare/pair-up.ts";
