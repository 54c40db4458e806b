// Calibration of stated probabilities, and recalibration
export { calibrationSlope, type CalibrationScale } from "./calibration-slope.ts";
export { meanAbsoluteError } from "./mean-absolute-error.ts";
export { expectedCalibrationError, reliabilityTable } from "./reliability.ts";
export type { ReliabilityBin, ReliabilityOptions } from "./reliability.ts";
export { isotonicFit, isotonicPredict } from "./isotonic.ts";
export type { IsotonicMap } from "../numerics/pool-adjacent-violators.ts";
export { fitRecalibration, recalibrate } from "./recalibration.ts";
export type { DevelopmentPair, RecalibratedTerm, Recalibration } from "./recalibration.ts";
