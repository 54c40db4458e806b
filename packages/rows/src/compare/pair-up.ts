import { countText } from "@promptnce/core/errors";
import { frameBuilder } from "@promptnce/core/frame";
import { frameUnit } from "@promptnce/core/scorecard";
import { unitName } from "../summary/unit-text.ts";
import { type Draw, drawRows, marksOf } from "./draw-rows.ts";
import type { ComparedPairs } from "./measure.ts";
import type { ComparedRow } from "./open-run.ts";

/** A group that both runs have. */
interface SharedGroup extends ComparedPairs {
  /** The group's name in A, followed by its name in B if that differs. */
  readonly name: string;
  /** The number of pairs drawn, of those in both runs; absent if all are used. */
  readonly drawn: { readonly kept: number; readonly of: number } | undefined;
}

/** Two runs, pair by pair. */
export interface PairedRuns {
  /** The number of groups in each run; 0 for a run without rows. */
  readonly sizes: readonly [a: number, b: number];
  readonly groups: readonly SharedGroup[];
  /** The groups that only one run has. */
  readonly alone: readonly string[];
  /** The number of pairs of shared groups that only one run has. */
  readonly unmatched: number;
  /**
   * The number of pairs in both runs, or in the draw of them, that at least one run could not
   * estimate.
   */
  readonly unestimated: number;
  /** The number of these pairs that a prompt of at least one run has shown. */
  readonly shown: number;
  /** The number of rows that repeat a pair of the same run; a pair counts once. */
  readonly repeated: number;
  /**
   * The number of these pairs for which the runs hold different answers of people; those of A are
   * used.
   */
  readonly disputed: number;
}

/** Reads the rows of a run, anew on each call. */
type ReadRows = () => AsyncIterable<ComparedRow>;

/**
 * The shared pairs of two runs, by group. Each run is read twice: once to find its pairs, once to
 * keep those in both runs. If each run has a single group, the two are compared whatever their
 * names, so that one method can be compared with another.
 *
 * @example
 * const run = await openRun("pairs.scored.csv");
 * const { groups } = await pairUp(() => run.rows("pmi", []), () => run.rows("conditional", []));
 * groups[0].frame.pairs; // → 8
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
      ...sharedPairs(drawA, drawB, counts),
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
): ComparedPairs {
  const builder = frameBuilder(["A", "B"]);
  let [unestimated, sameScale] = [0, true];
  for (const [mark, a] of ofA.rows) {
    const b = ofB.rows.get(mark);
    // Both runs keep the same pairs, so one is missing only if a file changes while it is read.
    if (b === undefined) continue;
    if (a.shown || b.shown) counts.shown++;
    else if (a.estimate === undefined || b.estimate === undefined) unestimated++;
    else {
      if (differ(a.truth, b.truth)) counts.disputed++;
      sameScale &&= a.sameScale && b.sameScale;
      builder.add({
        context: a.context,
        x: a.input,
        y: a.label,
        truth: { pmi: a.truth ?? b.truth },
        estimates: [{ pmi: a.estimate }, { pmi: b.estimate }],
      });
    }
  }
  const frame = builder.build();
  // Without any pair, the method gives no such estimate, as direct-pmi gives no P(y|x): nothing was
  // unreadable.
  if (frame.pairs > 0) counts.unestimated += unestimated;
  return { frame, sameScale };
}

/**
 * Whether both are known and differ by more than rounding, which may change between versions of the
 * program.
 */
function differ(a: number | undefined, b: number | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return Math.abs(a - b) > 1e-12 * Math.max(1, Math.abs(a));
}

/** The units that are resampled, in the plural; the name of a context's field is kept as it is. */
function unitsText(groups: readonly SharedGroup[]): string {
  const names = new Set(groups.map(({ frame }) => unitName(frameUnit(frame.keys).name)));
  const plural = (name: string): string =>
    ["input", "pair", "context"].includes(name) ? `${name}s` : `values of ${name}`;
  return names.size === 0 ? "inputs" : [...names].map(plural).join(", or ");
}

/**
 * Notes for a reader of the comparison, a sentence each: how its intervals are made, and what is
 * left out.
 *
 * @example
 * const run = await openRun("pairs.scored.csv");
 * const paired = await pairUp(() => run.rows("pmi", []), () => run.rows("conditional", []));
 * pairedNotes(paired)[0].startsWith("Intervals by the paired bootstrap over"); // → true
 */
export function pairedNotes(paired: PairedRuns): string[] {
  const { groups, alone, unmatched, unestimated, shown, repeated, disputed } = paired;
  const counts = [
    [unmatched, "in one run only, so left out"],
    [unestimated, "left out, because a reply could not be read"],
    [shown, "left out, because a prompt shows how often people answered so"],
    [repeated, "given more than once in a run; estimates that differ are averaged"],
    [disputed, "whose people's answers differ between A and B; those of A are used"],
  ] as const;
  const drawn = groups.flatMap(({ name, drawn: draw }) => {
    if (draw === undefined) return [];
    const [kept, of] = [draw.kept, draw.of].map(countText);
    return `${name}: a uniform draw of ${kept} of the ${of} pairs in both runs; pairs that are left out are counted in such a draw.`;
  });
  return [
    `Intervals by the paired bootstrap over ${unitsText(groups)} (2,000 resamples); p is not corrected for the number of rows.`,
    ...drawn,
    ...(alone.length > 0 ? [`In one run only, so not compared: ${alone.join("; ")}.`] : []),
    ...counts.flatMap(([count, what]) =>
      count > 0 ? `${count} ${count === 1 ? "pair" : "pairs"} ${what}.` : [],
    ),
  ];
}
