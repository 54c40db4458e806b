/**
 * A statistic as a function of how often each item was drawn. A bootstrap resample, a resample of
 * whole clusters and a jackknife set that leaves one item out are all such counts; all ones are the
 * data themselves. NaN where the drawn items have no answer.
 */
export type ResampledStatistic = (counts: Uint32Array) => number;
