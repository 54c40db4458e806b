import { expect, test } from "vitest";
import { comparisons } from "./comparisons.ts";
import type { Attempt, Student } from "./student.ts";
import { syntheticClass } from "./synthetic-class.ts";

const { students, marginal } = syntheticClass();
const compression = comparisons(students, { variant: "compression", seed: 1 });
const future = comparisons(students, { variant: "future", seed: 1 });
const both = [...compression.comparisons, ...future.comparisons];

test("100 students give 400 comparisons for compression and one a later attempt for future", () => {
  expect(compression.comparisons).toHaveLength(400);
  const later = students.reduce((sum, student) => sum + student.later.length, 0);
  expect(future.comparisons).toHaveLength(later);
  expect([...compression.skipped, ...future.skipped]).toEqual([]);
  expect(new Set(both.map(({ id }) => id)).size).toBe(both.length);
});

test("the two trials of a comparison differ in their id and their summary alone", () => {
  for (const { id, student, expert, generic } of both) {
    const one = students.find((candidate) => candidate.id === student)!;
    expect(expert).toEqual({
      ...generic,
      id: `${id}/expert`,
      x: { summary: one.expert },
    });
    expect(generic).toMatchObject({ id: `${id}/generic`, x: { summary: one.generic } });
  }
});

test("five different candidates hold the attempt once, the rest written by others at its place", () => {
  for (const { student, expert } of future.comparisons) {
    const { y, candidates } = expert;
    const own = students.find(({ id }) => id === student)!.later.find(({ code }) => code === y)!;
    const others = students
      .filter(({ id }) => id !== student)
      .flatMap(({ later }) => later.filter(({ task }) => task === own.task))
      .map(({ code }) => code);
    expect(new Set(candidates).size).toBe(5);
    expect(candidates.filter((code) => code === y)).toHaveLength(1);
    expect(candidates.every((code) => code === y || others.includes(code))).toBe(true);
  }
  for (const { id, expert } of compression.comparisons) {
    const place = Number(id.split("/").at(-1)) - 1;
    const snapshots = students.map(({ window }) => window[place]!.code);
    expect(new Set(expert.candidates).size).toBe(5);
    expect(expert.candidates.every((code) => snapshots.includes(code))).toBe(true);
  }
});

test("the attempt is at each of the five places equally often", () => {
  const counts = [0, 1, 2, 3, 4].map(
    (place) => both.filter(({ expert }) => expert.candidates[place] === expert.y).length,
  );
  const error = Math.sqrt(both.length * 0.2 * 0.8);
  for (const count of counts) expect(Math.abs(count - both.length / 5)).toBeLessThan(4 * error);
});

test("a set is a function of the seed and its place in the class, not of the order of students", () => {
  expect(comparisons(students, { variant: "future", seed: 1 })).toEqual(future);
  const reversed = comparisons(students.toReversed(), { variant: "future", seed: 1 }).comparisons;
  const byId = new Map(reversed.map((comparison) => [comparison.id, comparison]));
  expect(future.comparisons.map(({ id }) => byId.get(id))).toEqual(future.comparisons);
  const reseeded = comparisons(students, { variant: "future", seed: 2 }).comparisons;
  expect(reseeded).not.toEqual(future.comparisons);
});

test("summaries play no part in the choice of candidates", () => {
  const renamed = students.map((student) => ({ ...student, expert: `About ${student.id}.` }));
  const { comparisons: again } = comparisons(renamed, { variant: "future", seed: 1 });
  expect(again.map(({ expert }) => expert.candidates)).toEqual(
    future.comparisons.map(({ expert }) => expert.candidates),
  );
});

test("what is written at one task changes no comparison at another", () => {
  const rewritten = students.map((student) => ({
    ...student,
    later: student.later.map(({ task, code }) =>
      task === "count_blanks" ? { task, code: `# second try\n${code}` } : { task, code },
    ),
  }));
  const kept = (list: typeof future.comparisons): typeof future.comparisons =>
    list.filter(({ expert }) => !expert.y.includes("count_blanks"));
  const again = comparisons(rewritten, { variant: "future", seed: 1 }).comparisons;
  expect(kept(again).length).toBeLessThan(again.length);
  expect(kept(again)).toEqual(kept(future.comparisons));
});

test("distractors are drawn by how often they were written", () => {
  // A class in which one text is written by half of the others: it is in nearly every set.
  const common = [...marginal.keys()][0]!;
  const half = students.map((student, i): Student => {
    const [, b, c, d] = student.window;
    return {
      ...student,
      window: [{ task: "sum_even", code: i % 2 ? common : `own ${i}` }, b, c, d],
    };
  });
  const sets = comparisons(half, { variant: "compression", seed: 1, limit: 1 }).comparisons;
  const rivals = sets.filter(({ expert }) => expert.y !== common);
  const holding = rivals.filter(({ expert }) => expert.candidates.includes(common)).length;
  // Four draws without replacement, the common text holding 50 of 99: missed with chance 0.055.
  const missed = (49 / 99) * (48 / 98) * (47 / 97) * (46 / 96);
  const error = Math.sqrt((missed * (1 - missed)) / rivals.length);
  expect(rivals).toHaveLength(50);
  expect(Math.abs(1 - holding / rivals.length - missed)).toBeLessThan(4 * error);
});

test("K other than five, the whole label space included, and a limit are kept", () => {
  const options = { variant: "compression", seed: 1, limit: 2 } as const;
  const three = comparisons(students, { ...options, k: 3 }).comparisons;
  expect(three).toHaveLength(200);
  expect(new Set(three.map(({ expert }) => expert.candidates.length))).toEqual(new Set([3]));
  const space = new Set(students.map(({ window }) => window[0].code));
  const whole = comparisons(students, { ...options, limit: 1, k: space.size }).comparisons;
  expect(new Set(whole[0]!.expert.candidates)).toEqual(space);
});

test("an attempt without K texts or that repeats another is skipped, and the reason named", () => {
  const [ada, bea] = students as [Student, Student];
  const small = [{ ...ada, later: [ada.window[3], ada.later[0] as Attempt] }, bea];
  const { comparisons: made, skipped } = comparisons(small, { variant: "future", seed: 1 });
  expect(made).toEqual([]);
  expect(skipped.slice(0, 2)).toEqual([
    { id: "synthetic-001/future/1", reason: "repeats an earlier attempt of the student" },
    {
      id: "synthetic-001/future/2",
      reason: '2 different texts of task "count_threes", fewer than K = 5',
    },
  ]);
});

test("a K below two, a limit below one and a malformed class are refused", () => {
  const options = { variant: "future", seed: 1 } as const;
  expect(() => comparisons(students, { ...options, k: 1 })).toThrow(
    "K must be a whole number from 2, not 1.",
  );
  expect(() => comparisons(students, { ...options, limit: 0 })).toThrow(
    "The limit must be a whole number from 1, not 0.",
  );
  expect(() => comparisons([students[0]!, students[0]!], options)).toThrow(
    'Two students have the id "synthetic-001"',
  );
});
