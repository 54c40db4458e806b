import type { ComparedRow } from "./compared-row.ts";
import { type Draw, drawRows } from "./draw-rows.ts";

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
  readonly pairs: readonly SharedPair[];
  /** Whether there were more, of which these were drawn. */
  readonly drawn: boolean;
}

/** Two runs, pair by pair. Of groups that were drawn from, all counts are of the draw. */
export interface PairedRuns {
  readonly groups: readonly SharedGroup[];
  /** Groups that only one of the runs has. */
  readonly alone: readonly string[];
  /** Pairs of shared groups that only one of the runs has. */
  readonly unmatched: number;
  /** Pairs that one of the runs, or both, could not estimate. */
  readonly unestimated: number;
  /** Pairs that a prompt of one of the runs, or of both, has shown. */
  readonly shown: number;
  /** Rows of a pair that was there before: of each pair the first row counts. */
  readonly repeated: number;
  /** Pairs of which the runs say that people did different things: what A says counts. */
  readonly disputed: number;
}

/**
 * Pairs the rows of two runs. Where each has one group only, these two are compared whatever they
 * are called, so that one method can be held against another.
 */
export async function pairUp(
  rowsA: AsyncIterable<ComparedRow>,
  rowsB: AsyncIterable<ComparedRow>,
): Promise<PairedRuns> {
  const [a, b] = [await drawRows(rowsA), await drawRows(rowsB)];
  const single = a.size === 1 && b.size === 1;
  const [onlyB] = b.keys();
  const counts = { unmatched: 0, unestimated: 0, shown: 0, repeated: 0, disputed: 0 };
  const groups: SharedGroup[] = [];
  const alone: string[] = [];
  const used = new Set<string>();
  for (const [name, ofA] of a) {
    const other = single ? (onlyB ?? name) : name;
    const ofB = b.get(other);
    if (ofB === undefined) {
      alone.push(name);
      continue;
    }
    used.add(other);
    const drawn = ofA.limit !== undefined || ofB.limit !== undefined;
    const title = name === other ? name : `${name} | ${other}`;
    groups.push({ name: title, pairs: shared(ofA, ofB, counts), drawn });
  }
  alone.push(...[...b.keys()].filter((name) => !used.has(name)));
  return { groups, alone, ...counts };
}

type Counts = Record<"unmatched" | "unestimated" | "shown" | "repeated" | "disputed", number>;

function shared(ofA: Draw, ofB: Draw, counts: Counts): SharedPair[] {
  counts.repeated += ofA.repeated + ofB.repeated;
  const pairs: SharedPair[] = [];
  let matched = 0;
  for (const [mark, a] of ofA.rows) {
    const b = ofB.rows.get(mark);
    if (b === undefined) {
      if (!letGo(ofB, mark)) counts.unmatched++;
      continue;
    }
    matched++;
    if (a.shown || b.shown) {
      counts.shown++;
      continue;
    }
    if (a.estimate === undefined || b.estimate === undefined) {
      counts.unestimated++;
      continue;
    }
    if (differ(a.truth, b.truth)) counts.disputed++;
    pairs.push({
      input: a.input,
      a: a.estimate,
      b: b.estimate,
      truth: a.truth ?? b.truth,
      sameScale: a.sameScale && b.sameScale,
    });
  }
  counts.unmatched += [...ofB.rows.keys()].filter((mark) => !letGo(ofA, mark)).length - matched;
  return pairs;
}

/** Whether both are known and apart by more than rounding, which versions of the program may do otherwise. */
function differ(a: number | undefined, b: number | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return Math.abs(a - b) > 1e-12 * Math.max(1, Math.abs(a));
}

/** Whether a run may have had the pair and not kept it. */
function letGo({ limit }: Draw, mark: string): boolean {
  return limit !== undefined && mark > limit;
}
