import { type RankedColumn, rankedColumn } from "@promptnce/core/correlation";
import type { ResamplingUnit } from "@promptnce/core/repeats";
import {
  rankCorrelation,
  replicated,
  type Replicated,
  type ResampledStatistic,
} from "@promptnce/core/resampling";
import { entryOf } from "../study/kept.ts";

/** Columns of the same pairs, each ranked once at the same places. */
export interface SharedRanks {
  /** The places of all values but NaN; one array for columns that have the same. */
  readonly placesOf: (values: Float64Array, holds?: (place: number) => boolean) => Uint32Array;
  readonly at: (values: Float64Array, places: Uint32Array) => RankedColumn;
  readonly rho: (x: Float64Array, y: Float64Array, places: Uint32Array) => ResampledStatistic;
}

export function sharedRanks(): SharedRanks {
  const known: Uint32Array[] = [];
  const made = new Map<Float64Array, Map<Uint32Array, RankedColumn>>();
  const at: SharedRanks["at"] = (values, places) => {
    const ofValues = entryOf(made, values, () => new Map<Uint32Array, RankedColumn>());
    return entryOf(ofValues, places, () => rankedColumn(values, places));
  };
  return {
    at,
    rho: (x, y, places) => rankCorrelation(at(x, places), at(y, places)),
    placesOf: (values, holds = () => true) => {
      const places = Uint32Array.from(
        values.keys().filter((i) => !Number.isNaN(values[i]) && holds(i)),
      );
      const same = known.find(
        (one) => one.length === places.length && one.every((place, i) => place === places[i]),
      );
      if (same === undefined) known.push(places);
      return same ?? places;
    },
  };
}

/** {@link replicated} with a number of replicates for each statistic, or one for all. */
export type Resample = (
  statistics: readonly ResampledStatistic[],
  items: number,
  replicates: number | readonly number[],
  unit?: ResamplingUnit,
) => readonly Replicated[];

/** Draws the replicates of a statistic once for each unit, however many tables ask for them. */
export function resampledOnce(seed: string): Resample {
  const known = new Map<ResampledStatistic, Map<ResamplingUnit["clusters"], Replicated>>();
  return (statistics, items, replicates, { clusters } = { name: "pair", count: items }) => {
    const wanted = statistics.map((statistic, s) => ({
      statistic,
      count: typeof replicates === "number" ? replicates : replicates[s]!,
      ofUnits: entryOf(known, statistic, () => new Map<typeof clusters, Replicated>()),
    }));
    const missing = wanted.filter(
      ({ count, ofUnits }) => (ofUnits.get(clusters)?.replicates.length ?? 0) < count,
    );
    const fresh = [...new Map(missing.map((one) => [one.statistic, one])).values()];
    const made = replicated(
      fresh.map(({ statistic }) => statistic),
      items,
      { seed, replicates: fresh.map(({ count }) => count), ...(clusters && { clusters }) },
    );
    fresh.forEach(({ ofUnits }, i) => ofUnits.set(clusters, made[i]!));
    return wanted.map(({ count, ofUnits }) => {
      const all = ofUnits.get(clusters)!;
      return { ...all, replicates: all.replicates.subarray(0, count) };
    });
  };
}
