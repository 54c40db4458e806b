import { collectAnswers, elicit, massOf, plan, questionKey } from "@promptnce/core";
import type { Dataset, Pmf, Question } from "@promptnce/core";
import { syntheticWorld } from "@promptnce/datasets";
import { findTemplate, readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/providers/simulated";
import { describe, expect, it } from "vitest";
import { parseConfig } from "./config.ts";
import type { Config } from "./config.ts";
import { prepareStudy } from "./study.ts";

const config = parseConfig({ pairs: 80, dev: 20 }) as Config;

/** Everything that closed and open sets are asked of a world, answered by somebody who knows it. */
async function answered(world: Dataset) {
  const study = prepareStudy(world, config);
  const estimators = ["infonce", "promptnce"].map((id) => study.method(id).estimator);
  const questions = [...plan([{ task: world.task, estimators, trials: study.trials(5) }])];
  const provider = simulated({ read: readPrompt, joint: world, profile: "truthful", seed: 1 });
  const answers = await collectAnswers(elicit(questions, { findTemplate, provider }));
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

    it("gives P(y|x) renormalised on a closed set", async () => {
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

    it("gives P(y|x) beside OTHER, which takes exactly the rest", async () => {
      const { open } = await answered(world);
      expect(open.length).toBeGreaterThan(20);
      for (const { x, candidates, pmf } of open) {
        for (const y of candidates) expect(massOf(pmf, y)).toBe(world.conditional(x, y));
        const listed = candidates.reduce((total, y) => total + world.conditional(x, y), 0);
        expect(pmf.other).toBeCloseTo(1 - listed, 12);
      }
    });
  },
);
