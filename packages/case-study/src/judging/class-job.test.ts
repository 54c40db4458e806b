import { type Answer, estimate, questionKey, questionOf, type Trial } from "@promptnce/core";
import { random } from "@promptnce/core/sampling";
import { expect, it } from "vitest";
import type { Student } from "../class/student.ts";
import { syntheticClass } from "../world/synthetic-class.ts";
import { planClass, scoreJob, variantTitles } from "./class-job.ts";
import { leaderOf } from "./rank-summaries.ts";

const { students, conditional } = syntheticClass(1, 20);
const options = {
  variants: ["future"],
  methods: ["promptnce", "infonce"],
  k: 5,
  limit: 9,
  seed: "1",
} as const;

it("each method asks once a summary and attempt, and nothing about base rates", () => {
  const { jobs, questions } = planClass(students, options);
  expect(
    jobs.map(({ variant, method }) => [variantTitles[variant], method.id, method.title]),
  ).toEqual([
    ["Future prediction", "promptnce", "PromptNCE"],
    ["Future prediction", "infonce", "InfoNCE"],
  ]);
  expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(["open", "closed"]));
  expect(questions).toHaveLength(2 * jobs[0]!.trials.length);
});

it("takes any method of core by its id", () => {
  const { jobs } = planClass(students, { ...options, methods: ["direct-split:none"] });
  expect(jobs[0]?.method).toMatchObject({
    id: "direct-split:none",
    title: "Direct-Split (no marginal)",
  });
});

it("a base rate that conditionals imply is that of the attempt given its task", () => {
  const [job] = planClass(students, { ...options, methods: ["promptnce:implied"] }).jobs;
  const tasks = [...new Set(job!.trials.map(({ context }) => context!["task"]!))];
  const massAt = (trial: Trial): number => (1 + tasks.indexOf(trial.context!["task"]!)) / 100;
  const answers = new Map<string, Answer>(
    job!.trials.map((trial) => {
      const { x, candidates } = trial;
      const masses = candidates.map(() => massAt(trial));
      const question = questionOf({ kind: "open", x, candidates }, "programs");
      return [questionKey(question), { labels: candidates, masses, other: 0.5 }];
    }),
  );
  const outcomes = estimate(job!.method.estimator, job!.trials, answers, { task: "programs" });
  for (const { trial, estimate: terms } of outcomes)
    expect(terms.marginal).toBeCloseTo(massAt(trial), 12);
});

it("the answers to a job give a ranking and every score by student, the same for the same seed", () => {
  const [job] = planClass(students, options).jobs;
  const outcomes = job!.trials.map((trial) => {
    return {
      trial,
      estimate: { conditional: conditional(trial.x, trial.y) },
      status: "ok" as const,
    };
  });
  const scored = scoreJob(job!, outcomes, "1");
  expect(scored.ranking.kinds.map(({ kind }) => kind)).toEqual(["expert", "generic"]);
  expect(scored.ranking.kinds[0]?.rate).toBeGreaterThan(0.6);
  expect(scored.details.map(({ student }) => student)).toEqual([
    ...new Set(job!.comparisons.map(({ student }) => student)),
  ]);
  expect(scoreJob(job!, outcomes, "1")).toEqual(scored);
});

it("one kind of summary is told from other students' by a respondent who knows the class, and by no coin", () => {
  const only = students.map((one): Student => {
    return { ...one, summaries: new Map([["expert", one.summaries.get("expert")!]]) };
  });
  const [job] = planClass(only, options).jobs;
  const leaderBy = (mass: (trial: Trial) => number) => {
    const outcomes = job!.trials.map((trial) => {
      return { trial, estimate: { conditional: mass(trial) }, status: "ok" as const };
    });
    const { ranking } = scoreJob(job!, outcomes, "1");
    return { best: ranking.kinds[0], leader: leaderOf(ranking) };
  };
  const told = leaderBy(({ x, y }) => conditional(x, y));
  expect(told.best).toMatchObject({ kind: "expert", students: 20 });
  expect(told.leader?.apart).toBe(true);
  const won = Array.from({ length: 20 }, (_, seed) => {
    const coin = random(`coin ${seed}`);
    return leaderBy(() => coin.uniform()).leader?.apart;
  });
  expect(won.filter(Boolean).length).toBeLessThanOrEqual(4);
});

const summaries = (...kinds: string[]) =>
  students.map((one, i): Student => {
    return { ...one, summaries: new Map(kinds.map((kind) => [kind, `${kind} of ${i}`])) };
  });

it.each([
  [summaries(), "there are no summaries."],
  [
    students.map((one) => ({ ...one, summaries: new Map([["own", "The same."]]) })),
    "all summaries of the one kind, own, are the same text, and each is compared with another student's.",
  ],
  [
    summaries("own").map((one) => ({ ...one, later: [] })),
    "none of the 20 students with a summary has later attempts.",
  ],
  [
    students.map((one, i) => ({ ...one, summaries: new Map([[i % 2 ? "a" : "b", `of ${i}`]]) })),
    "none of 20 students has enough attempts for the window and two summaries",
  ],
  [
    students.map((one) => ({ ...one, later: [] })),
    "none of the 20 students with two summaries has later attempts",
  ],
  [
    students.slice(0, 4),
    "all attempts of the 4 students with two summaries were skipped, as synthetic-001/future/1: ",
  ],
])("with nothing to compare it says why", (list: readonly Student[], why) => {
  expect(() => planClass(list, options)).toThrow(`There is nothing to compare for future: ${why}`);
});

it("names the greatest K that its texts allow", () => {
  expect(() => planClass(students.slice(0, 4), { ...options, k: 20 })).toThrow(
    /fewer than K = 20; compare fewer attempts at once with `k: \d+`\.$/,
  );
});

it("says which variant can be asked about alone where another has nothing", () => {
  const early = students.map((one) => ({ ...one, later: [] }));
  expect(() => planClass(early, { ...options, variants: ["compression", "future"] })).toThrow(
    'has later attempts; ask about the other alone with `variants: ["compression"]`.',
  );
});
