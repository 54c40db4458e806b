import {
  collectAnswers,
  elicit,
  estimate,
  plan,
  questionKey,
  type Dataset,
  type Pmf,
  type Question,
} from "@promptnce/core";
import { empirical, massOf, open, split } from "@promptnce/core/methods";
import { syntheticWorld } from "@promptnce/datasets";
import { findTemplate, readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import { describe, expect, it } from "vitest";
import { parseConfig, type Config } from "../study/config.ts";
import { prepareStudy } from "../study/study.ts";

const config = parseConfig({ pairs: 80, dev: 20 }) as Config;

/** The questions about closed and open sets of a world, answered truthfully. */
async function answered(world: Dataset) {
  const study = prepareStudy(world, config);
  const jobs = ["infonce", "promptnce"].map((id) => study.job(id, { k: 5 }));
  const runs = jobs.map(({ method, trials }) => {
    return { task: world.task, estimators: [method.estimator], trials };
  });
  const questions = [...plan(runs)];
  const provider = simulated({ read: readPrompt, joint: world, profile: "truthful", seed: 1 });
  const answers = await collectAnswers(
    questions.map((question) => elicit(question, { findTemplate, provider })),
  );
  const of = (kind: "closed" | "open") =>
    questions
      .filter((q): q is Extract<Question, { kind: "closed" | "open" }> => q.kind === kind)
      .map((question) => ({ ...question, pmf: answers.get(questionKey(question)) as Pmf }));
  return { closed: of("closed"), open: of("open") };
}

describe.each(["words", "chaosnli", "goemotions"] as const)(
  "a truthful respondent to %s",
  (shape) => {
    const world = syntheticWorld(shape);

    it("gives P(y|x) normalised over a closed set", async () => {
      const { closed } = await answered(world);
      expect(closed.length).toBeGreaterThan(20);
      for (const { x, candidates, pmf } of closed) {
        const sum = candidates.reduce((total, y) => total + world.conditional(x, y), 0);
        expect(pmf.other).toBeUndefined();
        for (const y of candidates) {
          expect(massOf(pmf, y)).toBeCloseTo(world.conditional(x, y) / sum, 12);
        }
      }
    });

    it("gives P(y|x) beside OTHER, which gets exactly the rest", async () => {
      const { open } = await answered(world);
      expect(open.length).toBeGreaterThan(20);
      for (const { x, candidates, pmf } of open) {
        for (const y of candidates) {
          expect(massOf(pmf, y)).toBe(world.conditional(x, y));
        }
        const listed = candidates.reduce((total, y) => total + world.conditional(x, y), 0);
        expect(pmf.other).toBeCloseTo(1 - listed, 12);
      }
    });

    it.each(["gem", "gem:empty+plain", "gem:premise+content"])(
      "is recovered exactly by %s, with P(y) from its null context",
      async (id) => {
        const study = prepareStudy(world, config);
        const { method, trials } = study.job(id, { k: 5 });
        const questions = [...plan([{ task: world.task, estimators: [method.estimator], trials }])];
        const provider = simulated({
          read: readPrompt,
          joint: world,
          profile: "truthful",
          seed: 1,
        });
        const answers = await collectAnswers(
          questions.map((question) => elicit(question, { findTemplate, provider })),
        );
        const outcomes = estimate(method.estimator, trials, answers, { task: world.task });
        expect(outcomes).toHaveLength(80);
        for (const { trial, estimate: found } of outcomes) {
          expect(Math.abs((found.pmi ?? Number.NaN) - trial.pmi)).toBeLessThan(1e-9);
        }
      },
    );
  },
);

describe("labels spelled OTHER and CONSTRUCTOR", () => {
  const shares = new Map([
    ["OTHER", 0.3],
    ["CONSTRUCTOR", 0.2],
    ["__proto__", 0.1],
    ["other", 0.15],
  ]);
  const joint = {
    name: "odd",
    marginal: new Map([...shares.keys()].map((y) => [y, 0.05])),
    conditional: (_: unknown, y: string) => shares.get(y) ?? 0,
  };
  const trials = [...shares.keys()].map((y) => {
    return { id: y, x: { cue: "ALTERNATIVE" }, y, candidates: [...shares.keys()] };
  });

  it("pass through prompt, reply and estimate without affecting the category OTHER", async () => {
    const estimator = split(open, empirical(joint.marginal));
    const questions = [...plan([{ task: "words", estimators: [estimator], trials }])];
    const provider = simulated({ read: readPrompt, joint, profile: "truthful", seed: 1 });
    const elicitations = await Array.fromAsync(
      questions.map((question) => elicit(question, { findTemplate, provider })),
    );
    const [asked] = elicitations;
    expect(asked?.prompt).toContain('special key "UNLISTED"');
    expect(asked?.reading).toMatchObject({ ok: true, answer: { other: expect.closeTo(0.25, 12) } });
    const outcomes = estimate(estimator, trials, await collectAnswers(elicitations), {
      task: "words",
    });
    expect(outcomes.map((o) => o.estimate.conditional)).toEqual([...shares.values()]);
  });
});
