import { random } from "@promptnce/core/sampling";
import type { RowUnit } from "../survey/unit.ts";

type Units = AsyncGenerator<readonly RowUnit[]>;

/** Which units to ask about; all by default. */
export interface AskedUnits {
  /** The number of first units. */
  readonly first?: number | undefined;
  /** The number of units drawn at random by the seed, in the order of the rows. */
  readonly sample?: number | undefined;
}

/** The units to ask about, out of `total`; reads no more of them than it needs. */
export function askedUnits(
  units: Units,
  { first, sample }: AskedUnits,
  { total, seed }: { readonly total: number; readonly seed: string },
): Units {
  if (sample === undefined || sample >= total) return firstOf(first ?? Infinity, units);
  return drawnOf(drawnPlaces(sample, total, seed), units);
}

/** The number of {@link askedUnits}. */
export function askedCount({ first, sample }: AskedUnits, total: number): number {
  return Math.min(first ?? sample ?? Infinity, total);
}

/** So many different places below `total`, each set equally likely (Floyd's algorithm). */
function drawnPlaces(count: number, total: number, seed: string): ReadonlySet<number> {
  const source = random(`${seed}/sample`);
  const places = new Set<number>();
  for (let last = total - count; last < total; last++) {
    const place = source.below(last + 1);
    places.add(places.has(place) ? last : place);
  }
  return places;
}

async function* drawnOf(places: ReadonlySet<number>, units: Units): Units {
  const lastPlace = Math.max(...places);
  let start = 0;
  for await (const batch of units) {
    const from = start;
    const drawn = batch.filter((_, i) => places.has(from + i));
    if (drawn.length > 0) yield drawn;
    start += batch.length;
    if (start > lastPlace) return;
  }
}

async function* firstOf(count: number, units: Units): Units {
  let left = count;
  for await (const batch of units) {
    yield batch.slice(0, left);
    left -= batch.length;
    if (left <= 0) return;
  }
}
