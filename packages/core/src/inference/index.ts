// Intervals from few labels and many predictions
export { predictionPowered } from "./prediction-powered.ts";
export type { LabelledClusters, PoweredEstimate } from "./prediction-powered.ts";
export type { PartlyLabelledColumns } from "./partly-labelled.ts";
export type { IntervalEstimate } from "./powered-interval.ts";
export type { PoweredSample } from "./powered-sample.ts";
export { exactShare, TOO_SKEWED } from "./exact-share.ts";
export { labelsNeeded, rowsToLabel, type LabelsNeeded } from "./labels-needed.ts";
export { judgeAgainstPeople } from "./judge-against-people.ts";
export type { JudgeAgainstPeople, YesNoAgreement } from "./judge-against-people.ts";
export { biasByGroup, type BiasByGroup, type GroupedErrors } from "./bias-by-group.ts";
