import { join } from "node:path";
import { planClass, scoreJob } from "@promptnce/case-study/judging";
import { syntheticClass } from "@promptnce/case-study/world";
import { collectAnswers, elicit, estimate } from "@promptnce/core";
import { findTemplate, readPrompt } from "@promptnce/prompts";
import { cached } from "@promptnce/engine";
import { openJournal } from "@promptnce/engine/journal";
import { simulated } from "@promptnce/rehearsal";
import { describe, expect, it } from "vitest";
import { newFolder } from "../promptnce.test.support.ts";
import { classPairs } from "./page-pairs.ts";

/** The class of each size, made once. */
const classes = new Map<number, ReturnType<typeof syntheticClass>>();

/** What a run over a synthetic class leaves for its page. */
async function ran(size: number, { limit = 3, seed = "1", ask = true } = {}) {
  const subject = classes.get(size) ?? syntheticClass(1, size);
  classes.set(size, subject);
  const methods = ["promptnce", "infonce"];
  const options = { variants: ["compression", "future"], methods, k: 5, limit, seed } as const;
  const { jobs, questions } = planClass(subject.students, options);
  const store = join(newFolder(), "replies.jsonl");
  const provider = simulated({ read: readPrompt, joint: subject, profile: "truthful", seed: "1" });
  using journal = openJournal(store);
  const asking = { provider: cached(provider, journal), findTemplate };
  const answers = await collectAnswers(
    ask ? questions.values().map((question) => elicit(question, asking)) : [],
  );
  const all = jobs.map((job) =>
    scoreJob(job, estimate(job.method.estimator, job.trials, answers, { task: "programs" }), seed),
  );
  const how = { provider, findTemplate, replies: journal, answers, seed };
  return { jobs, questions, page: await classPairs({ scored: all, ...how }) };
}

describe("the pairs of a class", () => {
  it("have one row per attempt and summary, with every method's estimate", async () => {
    const { jobs, page } = await ran(12);
    expect(page.all).toBe(true);
    const { pairs } = page.pairs;
    const trials = jobs
      .filter(({ method: { id } }) => id === "infonce")
      .flatMap((job) => job.trials);
    expect(pairs.map(({ pair }) => pair)).toEqual(trials.map(({ id }) => id));
    expect(new Set(pairs.map(({ dataset }) => dataset))).toEqual(
      new Set(["Compression", "Future prediction"]),
    );
    for (const { x, y, estimates } of pairs) {
      expect(x).toMatch(/^synthetic-\d{3}, (expert|generic)$/);
      expect(y).toMatch(/^\w.*, \d+$/);
      expect(estimates.map(({ method, status }) => `${method} ${status}`)).toEqual([
        "PromptNCE ok",
        "InfoNCE ok",
      ]);
    }
  });

  it("name the questions that each estimate rests on, all of which were asked", async () => {
    const { questions: planned, page } = await ran(12);
    const { pairs, questions } = page.pairs;
    expect(questions).toHaveLength(planned.length);
    expect(questions.filter(({ ok }) => !ok)).toEqual([]);
    for (const { estimates } of pairs) {
      expect(estimates.map(({ asked }) => asked.map((place) => questions[place]?.kind))).toEqual([
        ["open"],
        ["closed"],
      ]);
    }
  });

  it("link each attempt to its summaries, its candidates and the mass that each method gave them", async () => {
    const { jobs, page } = await ran(12);
    const { pairs, attempts = [] } = page.pairs;
    const own = Map.groupBy(pairs, ({ attempt }) => attempt);
    expect([...own.keys()]).toEqual([...attempts.keys()]);
    const trials = new Map(jobs.flatMap((job) => job.trials).map((trial) => [trial.id, trial]));
    for (const [i, { summaries, candidates, own: place, masses, verdicts }] of attempts.entries()) {
      const rows = own.get(i)!;
      const [first, second] = rows.map(({ pair }) => trials.get(pair)!);
      expect(summaries.map(({ text }) => text)).toEqual([
        first?.x["summary"],
        second?.x["summary"],
      ]);
      expect(candidates[place]).toBe(first?.y);
      for (const [j, { method, given }] of masses.entries()) {
        const known = rows.map(
          ({ estimates }) => estimates.find((one) => one.method === method)?.conditional,
        );
        expect(given.map((one) => one?.[place])).toEqual(known);
        const [one, other] = known as [number, number];
        const winner = one > other ? summaries[0] : summaries[1];
        expect(verdicts[j]).toContain(one === other ? "tie" : `“${winner?.kind}” won`);
      }
      // A closed set holds all; an open one leaves OTHER something.
      const sums = masses.map(({ given }) =>
        given.map((one) => one!.reduce((sum, mass) => sum + mass, 0)),
      );
      for (const sum of sums[1]!) {
        expect(sum).toBeCloseTo(1, 9);
      }
      for (const sum of sums[0]!) {
        expect(sum).toBeLessThanOrEqual(1 + 1e-9);
      }
    }
  });

  it("are listed without an estimate if nothing was answered", async () => {
    const { page } = await ran(12, { ask: false });
    expect(page.pairs.pairs.length).toBeGreaterThan(0);
    const estimates = page.pairs.pairs.flatMap((pair) => pair.estimates);
    expect(new Set(estimates.map(({ status }) => status))).toEqual(new Set(["unasked"]));
    for (const { verdicts, masses } of page.pairs.attempts ?? []) {
      expect(verdicts[0]).toBe(
        "PromptNCE: not known which won, because no two replies could be read.",
      );
      expect(masses).toEqual([]);
    }
    expect(new Set(page.pairs.questions.map(({ read }) => read))).toEqual(new Set(["never asked"]));
  });

  it(
    "are at most some 800 attempts, drawn from all variants by the seed",
    { tags: "full" },
    async () => {
      const drawn = async (seed: string) => (await ran(100, { limit: 9, ask: false, seed })).page;
      const page = await drawn("1");
      expect(page.all).toBe(false);
      const attempts = (of: typeof page) => [
        ...new Set(
          of.pairs.pairs.map(
            ({ dataset, pair }) => `${dataset} ${pair.slice(0, pair.lastIndexOf("/"))}`,
          ),
        ),
      ];
      expect(Math.abs(attempts(page).length - 800)).toBeLessThanOrEqual(1);
      const share = Map.groupBy(attempts(page), (id) => id.split(" ")[0]);
      expect([...share.keys()]).toEqual(["Compression", "Future"]);
      expect(attempts(await drawn("1"))).toEqual(attempts(page));
      expect(attempts(await drawn("2"))).not.toEqual(attempts(page));
    },
  );
});
