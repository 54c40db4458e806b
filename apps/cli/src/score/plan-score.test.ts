import { type Student, syntheticClass } from "@promptnce/case-study";
import { expect, it } from "vitest";
import { planScore } from "./plan-score.ts";

const { students } = syntheticClass(1, 20);
const options = {
  variants: ["future"],
  methods: ["promptnce", "infonce"],
  k: 5,
  limit: 9,
  seed: "1",
} as const;

it("each method asks once a summary and attempt, and nothing about base rates", () => {
  const { jobs, questions } = planScore(students, options);
  expect(jobs.map(({ name, method }) => [name, method.id])).toEqual([
    ["promptnce", "promptnce:none"],
    ["infonce", "infonce"],
  ]);
  expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(["open", "closed"]));
  expect(questions).toHaveLength(2 * jobs[0]!.trials.length);
});

const summaries = (...kinds: string[]) =>
  students.map((one, i): Student => {
    return { ...one, summaries: new Map(kinds.map((kind) => [kind, `${kind} of ${i}`])) };
  });

it.each([
  [summaries(), "there are no summaries, and two or more are compared"],
  [summaries("own"), "there is one kind of summary, own, and two or more are compared"],
  [
    students.map((one, i) => ({ ...one, summaries: new Map([[i % 2 ? "a" : "b", `of ${i}`]]) })),
    "none of 20 students has enough attempts for the window and two summaries",
  ],
  [students.map((one) => ({ ...one, later: [] })), "none of the 20 students with two summaries has later attempts"],
  [students.slice(0, 4), "all attempts of the 4 students with two summaries were skipped, as synthetic-001/future/1: "],
])("with nothing to compare it says why", (list: readonly Student[], why) => {
  expect(() => planScore(list, options)).toThrow(`There is nothing to compare for future: ${why}`);
});

it("says which variant can be asked about alone where another has nothing", () => {
  const early = students.map((one) => ({ ...one, later: [] }));
  expect(() => planScore(early, { ...options, variants: ["compression", "future"] })).toThrow(
    "has later attempts; ask about the other alone with --variant compression.",
  );
});
