import { directConditional, openConditional } from "./conditionals.ts";
import { describe, expect, it } from "vitest";
import { candidateSet } from "../sampling/candidates.ts";
import { random } from "../sampling/random.ts";
import type { Answer, Trial } from "../types.ts";
import { estimate } from "../estimation/estimate.ts";
import { canImply, implied } from "./implied.ts";
import { method } from "../methods/methods.ts";
import { plan } from "../estimation/plan.ts";
import { questionKey, questionOf } from "../estimation/question.ts";
import { direct, none, open, split } from "./terms.ts";

const labels = ["a", "b", "c", "d", "e", "f"];
const source = random("implied");
const inputs = Array.from({ length: 400 }, () => {
  const weights = labels.map((_, l) => source.uniform() ** 2 / (l + 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return new Map(labels.map((y, l) => [y, weights[l]! / sum]));
});
const means = new Map(
  labels.map((y) => [y, inputs.reduce((sum, of) => sum + of.get(y)!, 0) / inputs.length]),
);

/**
 * A trial an input, its label the likeliest, so that labels and inputs depend on each other as much
 * as they can.
 */
function trialsOf(k: number): Trial[] {
  return inputs.map((of, i) => {
    const y = labels.reduce((most, label) => (of.get(label)! > of.get(most)! ? label : most));
    const pair = { id: String(i), x: { cue: String(i) }, y };
    return { ...pair, candidates: candidateSet(pair, means, k, 1) };
  });
}

const task = "words";

function answersOf(trials: readonly Trial[], estimator = split(open, none)) {
  const answers = new Map<string, Answer | undefined>();
  for (const question of plan([{ task, estimators: [estimator], trials }])) {
    if (question.kind === "open") {
      const masses = question.candidates.map((y) => inputs[Number(question.x["cue"])]!.get(y)!);
      answers.set(questionKey(question), { labels: question.candidates, masses, other: 0 });
    } else if (question.kind === "conditional") {
      answers.set(questionKey(question), inputs[Number(question.x["cue"])]!.get(question.y)!);
    }
  }
  return answers;
}

const joined = split(open, implied(open));
const marginalsOf = (trials: readonly Trial[]) =>
  new Map(
    estimate(joined, trials, answersOf(trials), { task }).map(({ trial, estimate: e }) => [
      trial.y,
      e.marginal,
    ]),
  );

describe("implied", () => {
  it("is the mean of the conditionals over the group where candidates are all labels", () => {
    for (const [y, marginal] of marginalsOf(trialsOf(6)))
      expect(marginal).toBeCloseTo(means.get(y)!, 12);
  });

  it("is near that mean where sets hold half the labels and always the likeliest", () => {
    const common = [...marginalsOf(trialsOf(3))].filter(([y]) => means.get(y)! > 0.05);
    expect(common.length).toBeGreaterThan(3);
    // The conditionals vary by some .15 and each label is listed for a hundred inputs or more.
    for (const [y, marginal] of common)
      expect(Math.abs(marginal! - means.get(y)!)).toBeLessThan(0.04);
  });

  it("is the mean over the label's own trials where the conditional tells of no other", () => {
    const trials = trialsOf(3);
    const answers = answersOf(trials, split(direct, none));
    const [{ trial, estimate: first }] = estimate(split(direct, implied(direct)), trials, answers, {
      task,
    }) as [never];
    const own = inputs
      .filter((_, i) => trials[i]!.y === (trial as Trial).y)
      .map((of) => of.get((trial as Trial).y)!);
    const mean = own.reduce((sum, p) => sum + p, 0) / own.length;
    expect((first as { marginal: number }).marginal).toBeCloseTo(mean, 12);
  });

  it("counts each x once, however many of its labels have a trial", () => {
    const all = new Map([
      ["first", { a: 0.8, b: 0.1, c: 0.1 }],
      ["second", { a: 0.2, b: 0.5, c: 0.3 }],
    ]);
    const pair = (cue: string, y: string): Trial => {
      return { id: `${cue} ${y}`, x: { cue }, y, candidates: ["a", "b", "c"] };
    };
    const trials = [pair("first", "a"), "a", "b", "c"].map((y) =>
      typeof y === "string" ? pair("second", y) : y,
    );
    const answers = new Map<string, Answer>();
    for (const { x, candidates } of trials) {
      const key = questionKey(questionOf({ kind: "open", x, candidates }, task));
      answers.set(key, {
        labels: candidates,
        masses: Object.values(all.get(x["cue"]!)!),
        other: 0,
      });
    }
    const found = estimate(joined, trials, answers, { task }).map((one) => one.estimate.marginal);
    expect(found.map((p) => p!.toFixed(9))).toEqual([0.5, 0.5, 0.3, 0.2].map((p) => p.toFixed(9)));
  });

  it("asks nothing, and has no value while planning", () => {
    const trials = trialsOf(3).slice(0, 5);
    const { estimator, title } = method("promptnce:implied", {
      grounding: { examples: [], labels: [] },
      marginal: means,
    });
    expect(title).toBe("PromptNCE (implied)");
    expect([...plan([{ task, estimators: [estimator], trials }])]).toEqual([
      ...plan([{ task, estimators: [split(open, none)], trials }]),
    ]);
    expect(implied(open)(trials[0]!, () => undefined)).toBeUndefined();
  });

  it("leaves a reply that cannot be read out of the mean, and other trials as they are", () => {
    const trials = trialsOf(6);
    const answers = answersOf(trials);
    const { id, x, candidates } = trials[0]!;
    answers.set(questionKey(questionOf({ kind: "open", x, candidates }, task)), undefined);
    const outcomes = estimate(joined, trials, answers, { task });
    expect(outcomes.filter(({ status }) => status !== "ok").map(({ trial }) => trial.id)).toEqual([
      id,
    ]);
    const { trial, estimate: last } = outcomes.at(-1)!;
    const rest =
      inputs.slice(1).reduce((sum, of) => sum + of.get(trial.y)!, 0) / (inputs.length - 1);
    expect(last.marginal).toBeCloseTo(rest, 12);
  });
});

it("can be of ten conditionals a label or more, of which a set has one for each candidate", () => {
  const few = { trials: 20, k: 5, labels: 10 };
  const set = { conditional: openConditional };
  expect(canImply(set, few)).toBe(true);
  expect(canImply({ conditional: directConditional }, few)).toBe(false);
  expect(canImply(set, { ...few, trials: 19 })).toBe(false);
  expect(canImply(set, { trials: 10, k: 25, labels: 3 })).toBe(true);
});
