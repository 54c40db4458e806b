import type { Outcome, Trial } from "@promptnce/core";
import { expect, test } from "vitest";
import type { Comparison } from "./comparisons.ts";
import { judge } from "./judge.ts";
import { leaderOf, rankSummaries } from "./rank-summaries.ts";
import { ENOUGH_STUDENTS, tooFewStudents, winRate } from "./win-rate.ts";

type Scores = Readonly<Record<string, number | undefined>>;

/**
 * A comparison a row: whose it is and the score under each kind, `undefined` for an unreadable one.
 */
function scored(...rows: readonly (readonly [string, Scores])[]): [Comparison[], Outcome[]] {
  const outcomes: Outcome[] = [];
  const comparisons = rows.map(([student, scores], i): Comparison => {
    const trials = Object.entries(scores).map(([kind, conditional]): [string, Trial] => {
      const trial = { id: `${i}/${kind}`, x: { summary: kind }, y: "y", candidates: ["y"] };
      outcomes.push(
        conditional === undefined
          ? { trial, estimate: {}, status: "unreadable" }
          : { trial, estimate: { conditional }, status: "ok" },
      );
      return [kind, trial];
    });
    return { id: String(i), student, task: "t", trials: new Map(trials) };
  });
  return [comparisons, outcomes];
}

const options = { seed: 1, replicates: 500 };

test("with two kinds the better one's rate and error are the win rate's, and the other's the rest", () => {
  const made = scored(
    ["a", { e: 2, g: 1 }],
    ["a", { e: 1, g: 1 }],
    ["b", { e: 0, g: 1 }],
    ["c", { e: 3, g: 1 }],
  );
  const { kinds, pairs } = rankSummaries(...made, options);
  const one = winRate(judge(...made, ["e", "g"]), options);
  expect(pairs).toEqual([
    { first: "e", second: "g", ...one, students: 3, interval: pairs[0]!.interval },
  ]);
  expect(kinds.map(({ kind, rate }) => [kind, rate])).toEqual([
    ["e", 2.5 / 4],
    ["g", 1.5 / 4],
  ]);
  expect(kinds[0]!.standardError).toBe(one.standardError);
  expect(kinds[1]!.standardError).toBeCloseTo(one.standardError, 12);
});

test("of three kinds each has the mean of its rates against the other two, whatever their numbers", () => {
  const { kinds, pairs } = rankSummaries(
    ...scored(
      ["a", { x: 3, y: 2, z: 1 }],
      ["b", { x: 3, y: 2, z: 4 }],
      ["c", { x: 3, y: 4 }],
      ["d", { x: 3, y: 2 }],
    ),
    options,
  );
  expect(pairs.map(({ first, second, wins, losses }) => [first, second, wins, losses])).toEqual([
    ["x", "y", 3, 1],
    ["x", "z", 1, 1],
    ["y", "z", 1, 1],
  ]);
  expect(kinds.map(({ kind, rate, opponents }) => [kind, rate, opponents])).toEqual([
    ["x", (0.75 + 0.5) / 2, 2],
    ["z", 0.5, 2],
    ["y", (0.25 + 0.5) / 2, 2],
  ]);
});

test("the mean of all rates is one half, and every interval holds its rate", () => {
  const rows = Array.from({ length: 30 }, (_, i): [string, Scores] => [
    `student ${i % 10}`,
    { a: (i * 7) % 5, b: (i * 3) % 4, c: i % 3, d: 2 },
  ]);
  const { kinds, pairs } = rankSummaries(...scored(...rows), options);
  expect(kinds.reduce((sum, { rate }) => sum + rate, 0) / 4).toBeCloseTo(0.5, 12);
  expect(kinds.map(({ rate }) => rate)).toEqual(
    kinds.map(({ rate }) => rate).toSorted((a, b) => b - a),
  );
  for (const { rate, interval, standardError } of [...kinds, ...pairs]) {
    expect(interval.low).toBeLessThanOrEqual(rate);
    expect(interval.high).toBeGreaterThanOrEqual(rate);
    // Where each student has the same rate, no resample has another.
    expect(standardError > 0).toBe(interval.high > interval.low);
  }
});

test("a kind that beats every other for every student has no error but an interval, and comes first", () => {
  const { kinds } = rankSummaries(
    ...scored(["a", { g: 1, e: 2, f: 1 }], ["b", { g: 1, e: 2, f: 0 }]),
    options,
  );
  expect(kinds[0]).toEqual({
    kind: "e",
    opponents: 2,
    rate: 1,
    students: 2,
    standardError: 0,
    interval: { low: Math.sqrt(0.025), high: 1 },
  });
});

test("what has no verdict is counted and left out; a kind without any is last and has no rate", () => {
  const { kinds, pairs } = rankSummaries(
    ...scored(["a", { n: undefined, e: 2, g: 1 }], ["b", { n: undefined, e: undefined, g: 1 }]),
    options,
  );
  expect(kinds.map(({ kind, rate, opponents }) => [kind, rate, opponents])).toEqual([
    ["e", 1, 1],
    ["g", 0, 1],
    ["n", Number.NaN, 0],
  ]);
  expect(pairs.map(({ absent }) => absent)).toEqual([2, 2, 1]);
});

test("of one student with a verdict there is neither error nor interval, whoever else is in the class", () => {
  const { kinds, pairs } = rankSummaries(
    ...scored(["a", { e: 2, g: 1 }], ["b", { e: undefined, g: 1 }], ["c", { e: 1, g: undefined }]),
    options,
  );
  for (const one of [...kinds, ...pairs]) {
    expect(one).toMatchObject({
      students: 1,
      standardError: Number.NaN,
      interval: { low: Number.NaN, high: Number.NaN },
    });
  }
});

test("the students of a kind are those with a verdict against any other, each once", () => {
  const { kinds, pairs } = rankSummaries(
    ...scored(
      ["a", { x: 3, y: 2, z: 1 }],
      ["a", { x: 3, y: 2 }],
      ["b", { x: 3, z: 4 }],
      ["c", { x: undefined, y: 4 }],
    ),
    options,
  );
  expect(pairs.map(({ first, second, students }) => [first, second, students])).toEqual([
    ["x", "y", 1],
    ["x", "z", 2],
    ["y", "z", 1],
  ]);
  expect(new Map(kinds.map(({ kind, students }) => [kind, students]))).toEqual(
    new Map([
      ["x", 2],
      ["y", 1],
      ["z", 2],
    ]),
  );
});

test("nothing to compare gives an empty ranking", () => {
  expect(rankSummaries([], [], options)).toEqual({ kinds: [], pairs: [] });
});

test("an interval by resampling means something from ten students on", () => {
  expect(ENOUGH_STUDENTS).toBe(10);
  expect([1, 9, 10, 100].map((students) => tooFewStudents({ students }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("the leading kind is told apart where it wins clearly, of ten students or more", () => {
  const leaderWhere = (students: number, scores: Scores) => {
    const [comparisons, outcomes] = scored(
      ...Array.from({ length: students }, (_, i) => [`s${i}`, scores] as const),
    );
    return leaderOf(rankSummaries(comparisons, outcomes, { seed: 1 }));
  };
  for (const scores of [
    { own: 0.5, generic: 0.1 },
    { own: 0.1, generic: 0.5 },
  ]) {
    expect(leaderWhere(10, scores)).toMatchObject({
      apart: true,
      next: { first: "own", second: "generic" },
    });
    expect(leaderWhere(9, scores)).toMatchObject({ apart: false, next: { students: 9 } });
  }
  expect(leaderWhere(10, { own: 0.5, generic: 0.5 })?.apart).toBe(false);
  expect(leaderWhere(10, { own: undefined, generic: 0.5 })).toBeUndefined();
});
