// The comparison of two results or two bench runs, pair by pair
export { type ComparedPairs, type Measure, type MeasureName, measures } from "./compare/measure.ts";
export {
  type ComparedRow,
  modelsApart,
  openRun,
  type Quantity,
  type ComparedRun,
} from "./compare/open-run.ts";
export { pairedNotes, type PairedRuns, pairUp } from "./compare/pair-up.ts";
