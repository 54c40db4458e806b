import { percentileInterval, type Interval } from "../resampling/percentile-interval.ts";
import type { RaterCurve } from "./rater-curve.ts";

/**
 * The number of raters that estimates are worth; the interval is the percentile interval over
 * splits and resampled pairs.
 */
export interface WorthInRaters extends Interval {
  readonly raters: number;
  /**
   * True where no number of raters on the curve does as well: `raters` is then the largest, and a
   * lower bound.
   */
  readonly beyond: boolean;
}

/**
 * The number of raters who predict the others' PMI as well as the estimates do, linear between the
 * sizes of the curve: where the raters' ρ first reaches that of the estimates (the survey power of
 * Resnick et al., 2021). 0 where the base rate alone does. An end of the interval that lies beyond
 * the curve is its largest finite size. Where all pairs share one base rate, it ranks nothing, and
 * counts as ρ = 0. NaN where another ρ has no value.
 *
 * @example
 * const rated = (count, marginal) => ({ count, raters: 100, marginal });
 * const pairs = [rated(10, 0.3), rated(30, 0.1), rated(50, 0.2), rated(70, 0.4), rated(90, 0.25)];
 * const curve = raterCurve(pairs, [-1, 1, 0.7, 0.8, 1.1], { sizes: [1, 2, 5, 20], seed: "1" });
 * worthInRaters(curve).raters; // → 18.116
 */
export function worthInRaters(
  { sizes, raters, estimates }: RaterCurve,
  level = 0.95,
): WorthInRaters {
  // The last size, half of each pair's raters, is not a fixed number of raters.
  const finite = sizes.slice(0, -1);
  const crossing = (ahead: (s: number) => number): number => {
    const leads = finite.map((_, s) => ahead(s));
    if (leads.some(Number.isNaN)) return Number.NaN;
    const s = leads.findIndex((lead) => lead >= 0);
    if (s <= 0) return s < 0 ? Infinity : 0;
    const [before, after] = [leads[s - 1]!, leads[s]!];
    return finite[s - 1]! + ((finite[s]! - finite[s - 1]!) * -before) / (after - before);
  };
  const most = finite.at(-1)!;
  const ofRaters = (s: number, rho: number): number => (s === 0 && Number.isNaN(rho) ? 0 : rho);
  const worth = crossing((s) => ofRaters(s, raters[s]!.value) - estimates[s]!.value);
  const crossings = raters[0]!.replicates.map((_, b) =>
    crossing((s) => ofRaters(s, raters[s]!.replicates[b]!) - estimates[s]!.replicates[b]!),
  );
  const replicates = crossings.map((size) => Math.min(most, size));
  return {
    raters: Math.min(most, worth),
    ...percentileInterval(replicates, level),
    beyond: worth === Infinity,
  };
}
