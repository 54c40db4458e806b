import type { Context } from "@promptnce/core";
import { type Draw, drawRows, marksOf } from "./draw-rows.ts";
import { comparedUnit } from "./compared-unit.ts";
import type { ComparedRow } from "./open-run.ts";

/** A pair that both runs have an estimate of. */
export interface SharedPair {
  readonly input: string;
  /** Absent where there is one context for all. */
  readonly context?: Context | undefined;
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
  /** How many pairs were drawn of those in both runs, where not all are looked at. */
  readonly drawn: { readonly kept: number; readonly of: number } | undefined;
}

/** Two runs, pair by pair. */
export interface PairedRuns {
  /** How many groups each run has; none where it has no rows. */
  readonly sizes: readonly [a: number, b: number];
  readonly groups: readonly SharedGroup[];
  /** Groups that only one of the runs has. */
  readonly alone: readonly string[];
  /** Pairs of shared groups that only one of the runs has. */
  readonly unmatched: number;
  /** Of the pairs in both runs, or a draw of them, those that a run, or both, could not estimate. */
  readonly unestimated: number;
  /** Of these pairs, those that a prompt of one of the runs, or of both, has shown. */
  readonly shown: number;
  /** Rows of a pair that was there before: of each pair the first row counts. */
  readonly repeated: number;
  /** Of these pairs, those of which the runs say that people did different things: what A says counts. */
  readonly disputed: number;
}

/** Reads the rows of a run, anew at each call. */
type ReadRows = () => AsyncIterable<ComparedRow>;

/**
 * Pairs the rows of two runs, each of which is read twice: for which pairs there are, and for those that are in both.
 * Where each has one group only, these two are compared whatever they are called, so that one method can be held
 * against another.
 */
export async function pairUp(readA: ReadRows, readB: ReadRows): Promise<PairedRuns> {
  const [a, b] = [await marksOf(readA()), await marksOf(readB())];
  const matches = [...a.keys()].flatMap((name) => {
    const other = a.size === 1 && b.size === 1 ? [...b.keys()][0]! : name;
    const [ofA, ofB] = [a.get(name)!, b.get(other)];
    return ofB === undefined ? [] : [{ name, other, ofA, ofB }];
  });
  const drawsA = await drawRows(readA(), new Map(matches.map(({ name, ofB }) => [name, ofB])));
  const drawsB = await drawRows(readB(), new Map(matches.map(({ other, ofA }) => [other, ofA])));
  const counts = { unmatched: 0, unestimated: 0, shown: 0, repeated: 0, disputed: 0 };
  const groups = matches.map(({ name, other, ofA, ofB }): SharedGroup => {
    const [drawA, drawB] = [drawsA.get(name)!, drawsB.get(other)!];
    const { rows, met } = drawA;
    counts.repeated += ofA.repeated + ofB.repeated;
    counts.unmatched += ofA.pairs.size + ofB.pairs.size - 2 * met.size;
    return {
      name: name === other ? name : `${name} | ${other}`,
      pairs: sharedPairs(drawA, drawB, counts),
      drawn: met.size > rows.size ? { kept: rows.size, of: met.size } : undefined,
    };
  });
  const used = new Set(matches.flatMap(({ name, other }) => [name, other]));
  const alone = [...a.keys(), ...b.keys()].filter((name) => !used.has(name));
  return { sizes: [a.size, b.size], groups, alone, ...counts };
}

function sharedPairs(
  ofA: Draw,
  ofB: Draw,
  counts: Record<"unestimated" | "shown" | "disputed", number>,
): SharedPair[] {
  const pairs: SharedPair[] = [];
  let unestimated = 0;
  for (const [mark, a] of ofA.rows) {
    const b = ofB.rows.get(mark);
    // Both runs keep the same pairs: only of a file that changes as it is read is one missing.
    if (b === undefined) continue;
    if (a.shown || b.shown) counts.shown++;
    else if (a.estimate === undefined || b.estimate === undefined) unestimated++;
    else {
      if (differ(a.truth, b.truth)) counts.disputed++;
      const { input, context, estimate, truth = b.truth } = a;
      pairs.push({
        input,
        ...(context && { context }),
        a: estimate,
        b: b.estimate,
        truth,
        sameScale: a.sameScale && b.sameScale,
      });
    }
  }
  // Where there is none at all, it is a method that gives no such estimate, as direct-pmi no P(y|x).
  if (pairs.length > 0) counts.unestimated += unestimated;
  return pairs;
}

/** Whether both are known and apart by more than rounding, which versions of the program may do otherwise. */
function differ(a: number | undefined, b: number | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return Math.abs(a - b) > 1e-12 * Math.max(1, Math.abs(a));
}

/** What is resampled in each group, in the plural: a name of a field of contexts stands as it is. */
function unitsText(groups: readonly SharedGroup[]): string {
  const names = new Set(groups.map(({ pairs }) => comparedUnit(pairs).name));
  const plural = (name: string): string =>
    name === "input" || name === "context" ? `${name}s` : `values of ${name}`;
  return names.size === 0 ? "inputs" : [...names].map(plural).join(", or ");
}

/** What is to be known of two runs beside each other: how their intervals are made, and what is left out; a sentence each. */
export function pairedNotes(paired: PairedRuns): string[] {
  const { groups, alone, unmatched, unestimated, shown, repeated, disputed } = paired;
  const counts = [
    [unmatched, "in one run only, and left out"],
    [unestimated, "left out, since a reply could not be read"],
    [shown, "shown in a prompt, and left out: what a prompt shows is no evidence"],
    [repeated, "given again in the same run; the first row counts"],
    [disputed, "with other people's answers in A than in B; those of A count"],
  ] as const;
  const drawn = groups.flatMap(({ name, drawn: own }) => {
    if (own === undefined) return [];
    const [kept, of] = [own.kept, own.of].map((count) => count.toLocaleString("en"));
    return `${name}: a uniform draw of ${kept} of the ${of} pairs in both runs; what is left out of pairs in both is counted in such a draw.`;
  });
  return [
    `Intervals by the paired bootstrap over ${unitsText(groups)} (2,000 resamples); p is not corrected for the number of rows.`,
    ...drawn,
    ...(alone.length > 0 ? [`In one run only, and not compared: ${alone.join("; ")}.`] : []),
    ...counts.flatMap(([count, what]) =>
      count > 0 ? `${count} ${count === 1 ? "pair" : "pairs"} ${what}.` : [],
    ),
  ];
}
