import { reservoir, type Reservoir } from "../estimate/reservoir.ts";
import type { ComparedRow } from "./compared-row.ts";

/** A pair that both runs have an estimate of. */
export interface SharedPair {
  readonly input: string;
  readonly a: number;
  readonly b: number;
  readonly truth: number | undefined;
  /** Whether both estimates are of the same quantity as the truth. */
  readonly sameScale: boolean;
}

/** What of one group both runs have. */
interface SharedGroup {
  /** As A names it, and as B does where that is another. */
  readonly name: string;
  readonly pairs: Reservoir<SharedPair>;
}

/** Two runs, pair by pair. */
export interface PairedRuns {
  readonly groups: readonly SharedGroup[];
  /** Groups that only one of the runs has. */
  readonly alone: readonly string[];
  /** Pairs of shared groups that only one of the runs has. */
  readonly unmatched: number;
  /** Pairs that one of the runs, or both, could not estimate. */
  readonly unestimated: number;
  /** Rows of a pair that was there before: of each pair the first row counts. */
  readonly repeated: number;
  /** Pairs of which the runs say that people did different things: what A says counts. */
  readonly disputed: number;
}

/** Above so many pairs of a group a uniform draw of them is compared. */
const MOST_PAIRS = 20_000;

/**
 * Pairs the rows of two runs. Where each has one group only, these two are compared whatever they
 * are called, so that one method can be held against another.
 */
export async function pairUp(
  rowsA: AsyncIterable<ComparedRow>,
  rowsB: AsyncIterable<ComparedRow>,
): Promise<PairedRuns> {
  const [a, b] = [await byGroup(rowsA), await byGroup(rowsB)];
  const single = a.groups.size === 1 && b.groups.size === 1;
  const [onlyB] = [...b.groups.keys()];
  const counts = { unmatched: 0, unestimated: 0, disputed: 0 };
  const groups: SharedGroup[] = [];
  const alone: string[] = [];
  const used = new Set<string>();
  for (const [name, ofA] of a.groups) {
    const other = single ? (onlyB ?? name) : name;
    const ofB = b.groups.get(other);
    if (ofB === undefined) {
      alone.push(name);
      continue;
    }
    used.add(other);
    const title = name === other ? name : `${name} | ${other}`;
    groups.push({ name: title, pairs: shared(ofA, ofB, title, counts) });
  }
  alone.push(...[...b.groups.keys()].filter((name) => !used.has(name)));
  return { groups, alone, ...counts, repeated: a.repeated + b.repeated };
}

type Group = ReadonlyMap<string, ComparedRow>;

async function byGroup(rows: AsyncIterable<ComparedRow>) {
  const groups = new Map<string, Map<string, ComparedRow>>();
  let repeated = 0;
  for await (const row of rows) {
    const group = groups.get(row.group) ?? new Map<string, ComparedRow>();
    groups.set(row.group, group);
    if (group.has(row.pair)) repeated++;
    else group.set(row.pair, row);
  }
  return { groups, repeated };
}

function shared(
  ofA: Group,
  ofB: Group,
  name: string,
  counts: { unmatched: number; unestimated: number; disputed: number },
): Reservoir<SharedPair> {
  const pairs = reservoir<SharedPair>(MOST_PAIRS, `compare ${name}`);
  let matched = 0;
  for (const [pair, a] of ofA) {
    const b = ofB.get(pair);
    if (b === undefined) continue;
    matched++;
    if (a.estimate === undefined || b.estimate === undefined) {
      counts.unestimated++;
      continue;
    }
    if (a.truth !== undefined && b.truth !== undefined && a.truth !== b.truth) counts.disputed++;
    pairs.add({
      input: a.input,
      a: a.estimate,
      b: b.estimate,
      truth: a.truth ?? b.truth,
      sameScale: a.sameScale && b.sameScale,
    });
  }
  counts.unmatched += ofA.size - matched + (ofB.size - matched);
  return pairs;
}
