import { RESAMPLING } from "@promptnce/core/scorecard";

/**
 * The seed of the draws and the bootstrap. It does not depend on the run, so that the summary of a
 * run and the report of its file, which does not hold the run's seed, give the same numbers.
 */
export const STATISTICS_SEED: string = RESAMPLING.seed;
