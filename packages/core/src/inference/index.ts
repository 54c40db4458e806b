// Intervals from few labels and many predictions
export { predictionPowered, type PredictionPowered } from "./prediction-powered.ts";
export type { IntervalEstimate, PartlyLabelled, PoweredSample } from "./prediction-powered.ts";
export { labelsNeeded, rowsToLabel, type LabelsNeeded } from "./labels-needed.ts";
