import type { Trial } from "@promptnce/core";
import { expect, test } from "vitest";
import { type Comparison, comparisons } from "./comparisons.ts";
import type { Attempt, Student } from "../class/student.ts";
import { syntheticClass } from "../world/synthetic-class.ts";

const { students, marginal } = syntheticClass();
const compression = comparisons(students, { variant: "compression", seed: 1 });
const future = comparisons(students, { variant: "future", seed: 1 });
const both = [...compression.comparisons, ...future.comparisons];

/** What all trials of a comparison share. */
function shared({ trials }: Comparison): Trial {
  return trials.values().next().value!;
}

test("100 students give 400 comparisons for compression and one a later attempt for future", () => {
  expect(compression.comparisons).toHaveLength(400);
  const later = students.reduce((sum, student) => sum + student.later.length, 0);
  expect(future.comparisons).toHaveLength(later);
  expect([...compression.skipped, ...future.skipped]).toEqual([]);
  expect(new Set(both.map(({ id }) => id)).size).toBe(both.length);
});

test("the trials of a comparison differ in their id and their summary alone, one a kind", () => {
  for (const { id, student, trials } of both) {
    const one = students.find((candidate) => candidate.id === student)!;
    const { y, context, candidates } = trials.get("expert")!;
    const kinds = ["expert", "generic"];
    expect([...trials]).toEqual(
      kinds.map((kind) => {
        const x = { summary: one.summaries.get(kind) };
        return [kind, { id: `${id}/${kind}`, x, y, context, candidates }];
      }),
    );
  }
});

test("an attempt is given its task and, among those of a window, its number at the task", () => {
  for (const comparison of future.comparisons)
    expect(shared(comparison).context).toEqual({ task: comparison.task });
  const numbers = compression.comparisons.map((one) => shared(one).context!);
  expect(numbers.slice(0, 4)).toEqual(
    ["1", "2", "3", "4"].map((attempt) => ({ task: compression.comparisons[0]!.task, attempt })),
  );
});

test("any number of kinds makes as many trials, a slash in a name and all, on the same candidates", () => {
  const more = students.map((student) => ({
    ...student,
    summaries: new Map([...student.summaries, ["vendor/model", `A third of ${student.id}.`]]),
  }));
  const { comparisons: made } = comparisons(more, { variant: "future", seed: 1 });
  expect(made.map((one) => shared(one).candidates)).toEqual(
    future.comparisons.map((one) => shared(one).candidates),
  );
  const [first] = made;
  expect([...first!.trials.keys()]).toEqual(["expert", "generic", "vendor/model"]);
  expect(first!.trials.get("vendor/model")?.id).toBe(`${first!.id}/vendor%2Fmodel`);
});

test("a student without two summaries is in no comparison, and her attempts still stand beside others'", () => {
  const [first, ...rest] = students as [Student, ...Student[]];
  const less = [{ ...first, summaries: new Map([["expert", "Only one."]]) }, ...rest];
  const made = comparisons(less, { variant: "future", seed: 1 });
  expect(made.skipped).toEqual([{ id: first.id, reason: "has fewer than two summaries" }]);
  expect(made.comparisons).toEqual(
    future.comparisons.filter(({ student }) => student !== first.id),
  );
});

/** The class with one kind of summary. */
const one = students.map((student): Student => {
  return { ...student, summaries: new Map([["expert", student.summaries.get("expert")!]]) };
});

test("of one kind, a student's own summary stands beside another student's, on the same candidates", () => {
  const made = comparisons(one, { variant: "future", seed: 1 });
  expect(made.skipped).toEqual([]);
  expect(made.comparisons.map(shared)).toEqual(
    future.comparisons.map(({ trials }) => trials.get("expert")),
  );
  const writers = made.comparisons.map(({ id, student, trials }) => {
    expect([...trials.keys()]).toEqual(["expert", "expert, another student's"]);
    const { x, ...rest } = trials.get("expert, another student's")!;
    expect({ ...rest, x: {} }).toEqual({
      ...trials.get("expert"),
      id: `${id}/expert, another student's`,
      x: {},
    });
    const own = one.find((candidate) => candidate.id === student)!.summaries.get("expert");
    expect(x["summary"]).not.toBe(own);
    return one.findIndex(({ summaries }) => summaries.get("expert") === x["summary"]);
  });
  expect(writers).not.toContain(-1);
  expect(new Set(writers).size).toBeGreaterThan(90);
});

test("another student's summary depends on seed and comparison, not on the order of students", () => {
  const made = comparisons(one, { variant: "future", seed: 1 });
  const reversed = comparisons(one.toReversed(), { variant: "future", seed: 1 });
  const byId = new Map(reversed.comparisons.map((comparison) => [comparison.id, comparison]));
  expect(made.comparisons.map(({ id }) => byId.get(id))).toEqual(made.comparisons);
});

test("of one kind, a student without it or with the text of everybody else is not compared", () => {
  const [first, second, ...rest] = one;
  const same = rest.map((student) => ({ ...student, summaries: second!.summaries }));
  const some = [{ ...first!, summaries: new Map<string, string>() }, second!, ...same];
  const made = comparisons(some, { variant: "future", seed: 1 });
  expect(made.comparisons).toEqual([]);
  expect(made.skipped.slice(0, 2)).toEqual([
    { id: first!.id, reason: "has no summary" },
    { id: second!.id, reason: "has the same summary as everybody" },
  ]);
});

test("five different candidates hold the attempt once, the rest written by others at its place", () => {
  for (const comparison of future.comparisons) {
    const { student } = comparison;
    const { y, candidates } = shared(comparison);
    const own = students.find(({ id }) => id === student)!.later.find(({ code }) => code === y)!;
    const others = students
      .filter(({ id }) => id !== student)
      .flatMap(({ later }) => later.filter(({ task }) => task === own.task))
      .map(({ code }) => code);
    expect(new Set(candidates).size).toBe(5);
    expect(candidates.filter((code) => code === y)).toHaveLength(1);
    expect(candidates.every((code) => code === y || others.includes(code))).toBe(true);
  }
  for (const comparison of compression.comparisons) {
    const { candidates } = shared(comparison);
    const place = Number(comparison.id.split("/").at(-1)) - 1;
    const snapshots = students.map(({ window }) => window[place]!.code);
    expect(new Set(candidates).size).toBe(5);
    expect(candidates.every((code) => snapshots.includes(code))).toBe(true);
  }
});

test("the attempt is at each of the five places equally often", () => {
  const counts = [0, 1, 2, 3, 4].map(
    (place) => both.map(shared).filter(({ candidates, y }) => candidates[place] === y).length,
  );
  const error = Math.sqrt(both.length * 0.2 * 0.8);
  for (const count of counts) {
    expect(Math.abs(count - both.length / 5)).toBeLessThan(4 * error);
  }
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
  const renamed = students.map((student) => ({
    ...student,
    summaries: new Map([...student.summaries, ["expert", `About ${student.id}.`]]),
  }));
  const { comparisons: again } = comparisons(renamed, { variant: "future", seed: 1 });
  expect(again.map((one) => shared(one).candidates)).toEqual(
    future.comparisons.map((one) => shared(one).candidates),
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
    list.filter((one) => !shared(one).y.includes("count_blanks"));
  const again = comparisons(rewritten, { variant: "future", seed: 1 }).comparisons;
  expect(kept(again).length).toBeLessThan(again.length);
  expect(kept(again)).toEqual(kept(future.comparisons));
});

test("distractors are drawn by how often they were written", () => {
  // A class in which one text is written by half of the others: it is in nearly every set.
  const common = [...marginal.keys()][0]!;
  const half = students.map((student, i): Student => {
    const [, b, c, d] = student.window as [Attempt, Attempt, Attempt, Attempt];
    return {
      ...student,
      window: [{ task: "sum_even", code: i % 2 ? common : `own ${i}` }, b, c, d],
    };
  });
  const sets = comparisons(half, { variant: "compression", seed: 1, limit: 1 }).comparisons;
  const rivals = sets.map(shared).filter(({ y }) => y !== common);
  const holding = rivals.filter(({ candidates }) => candidates.includes(common)).length;
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
  expect(new Set(three.map((one) => shared(one).candidates.length))).toEqual(new Set([3]));
  const space = new Set(students.map(({ window }) => window[0]!.code));
  const whole = comparisons(students, { ...options, limit: 1, k: space.size }).comparisons;
  expect(new Set(shared(whole[0]!).candidates)).toEqual(space);
});

test("an attempt without K texts or that repeats another is skipped, and the reason named", () => {
  const [ada, bea] = students as [Student, Student];
  const small = [{ ...ada, later: [ada.window[3]!, ada.later[0]!] }, bea];
  const { comparisons: made, skipped } = comparisons(small, { variant: "future", seed: 1 });
  expect(made).toEqual([]);
  expect(skipped.slice(0, 2)).toEqual([
    { id: "synthetic-001/future/1", reason: "repeats an earlier attempt of the student" },
    {
      id: "synthetic-001/future/2",
      reason: '2 different texts of task "count_threes", fewer than K = 5',
      texts: 2,
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
