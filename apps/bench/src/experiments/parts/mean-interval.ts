import { meanWithSem } from "@promptnce/core";
import jstat from "jstat";

export type Interval = readonly [low: number, high: number];

/** Student's t; NaN of fewer than two figures. */
export function meanInterval(figures: readonly number[], level: number): Interval {
  const { mean, sem, n } = meanWithSem(figures);
  const half = n < 2 ? Number.NaN : jstat.jStat.studentt.inv((1 + level) / 2, n - 1) * sem;
  return [mean - half, mean + half];
}

/** Two-sided p of a mean so far from 0, by Student's t; of figures that are all the same, 0 or, where they are 0, 1. */
export function meanP(figures: readonly number[]): number {
  const { mean, sem, n } = meanWithSem(figures);
  return sem === 0 ? Number(mean === 0) : Math.min(1, 2 * jstat.jStat.studentt.cdf(-Math.abs(mean / sem), n - 1));
}
