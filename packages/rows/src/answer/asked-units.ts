import { random } from "@promptnce/core/sampling";
import { fingerprintTable } from "@promptnce/engine";
import type { RowUnit } from "../survey/unit.ts";

type Units = AsyncGenerator<readonly RowUnit[]>;

/** Which units to ask about; all by default. */
export interface AskedUnits {
  /** The number of first units. */
  readonly first?: number | undefined;
  /** The number of pairs or inputs drawn at random by the seed, in the order of the rows. */
  readonly sample?: number | undefined;
}

/** The number of units, and of those among them that repeat a pair. */
interface UnitCount {
  readonly total: number;
  readonly repeated: number;
}

/**
 * The units to ask about; reads no more of them than it needs. A pair that repeats is drawn once, by
 * its first unit.
 */
export function askedUnits(
  units: Units,
  { first, sample }: AskedUnits,
  { total, repeated, seed }: UnitCount & { readonly seed: string },
): Units {
  if (sample === undefined) return firstOf(first ?? Infinity, units);
  const different = repeated === 0 ? units : differentOf(units);
  if (sample >= total - repeated) return different;
  return drawnOf(drawnPlaces(sample, total - repeated, seed), different);
}

/** The number of {@link askedUnits}. */
export function askedCount({ first, sample }: AskedUnits, { total, repeated }: UnitCount): number {
  return sample === undefined
    ? Math.min(first ?? total, total)
    : Math.min(sample, total - repeated);
}

/** Each unit that does not repeat the pair of an earlier one. */
async function* differentOf(units: Units): Units {
  const seen = fingerprintTable();
  for await (const batch of units) {
    yield batch.filter(({ trials: [trial] }) => trial === undefined || seen.add(trial.id, 1) === 1);
  }
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
