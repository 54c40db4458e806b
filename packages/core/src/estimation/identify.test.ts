import { describe, expect, it } from "vitest";
import { candidateSet } from "../sampling/candidates.ts";
import { normal, random } from "../sampling/random.ts";
import { meanWithSem } from "../statistics/mean.ts";
import type { Answer, Trial } from "../types.ts";
import { estimate } from "./estimate.ts";
import { identify } from "./identify.ts";
import { plan } from "./plan.ts";
import { questionKey } from "./question.ts";
import { empirical, ungrounded } from "./terms.ts";

/** Labels with P(y), and inputs with P(y|x), so that the one is the mean of the other. */
function world(size: number, inputs: number) {
  const source = random(`identify ${size}`);
  const labels = Array.from({ length: size }, (_, l) => `label ${l}`);
  const given = Array.from({ length: inputs }, () => {
    const weights = labels.map((_, l) => Math.exp(normal(source)) / (1 + l / 50));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return new Map(labels.map((y, l) => [y, weights[l]! / sum]));
  });
  const marginal = new Map(labels.map((y) => [y, given.reduce((sum, of) => sum + of.get(y)!, 0) / inputs]));
  return { labels, given, marginal, pmi: (i: number, y: string) => Math.log(given[i]!.get(y)! / marginal.get(y)!) };
}

const task = "words";
const trialOf = (i: number, y: string, candidates: readonly string[]): Trial => ({
  id: `${i} ${y}`,
  x: { cue: String(i) },
  y,
  candidates,
});

/** Estimates from a softmax of PMI, and P(y) where it is asked for. */
function estimated(of: ReturnType<typeof world>, trials: readonly Trial[], estimator = identify()) {
  const answers = new Map<string, Answer | undefined>();
  for (const question of plan([{ task, estimators: [estimator], trials }])) {
    if (question.kind === "marginal") answers.set(questionKey(question), of.marginal.get(question.y));
    if (question.kind !== "identify") continue;
    const { candidates: labels, x } = question;
    const ratios = labels.map((y) => Math.exp(of.pmi(Number(x["cue"]), y)));
    const sum = ratios.reduce((total, ratio) => total + ratio, 0);
    answers.set(questionKey(question), { labels, masses: ratios.map((ratio) => ratio / sum) });
  }
  return estimate(estimator, trials, answers, { task }).map((outcome) => outcome.estimate.pmi!);
}

describe("identify", () => {
  const small = world(12, 30);

  it("is PMI itself where answers are true, the set holds all labels and base rates are known", () => {
    const trials = small.given.flatMap((_, i) => small.labels.map((y) => trialOf(i, y, small.labels)));
    for (const marginal of [empirical(small.marginal), ungrounded]) {
      for (const [t, pmi] of estimated(small, trials, identify(marginal)).entries()) {
        expect(Math.abs(pmi - small.pmi(Number(trials[t]!.x["cue"]), trials[t]!.y))).toBeLessThan(1e-9);
      }
    }
  });

  it("tends to PMI with K without a base rate where labels are rare", () => {
    const large = world(4000, 40);
    const errors = [10, 100, 1000].map((k) => {
      const trials = large.given.map((_, i) => {
        const y = large.labels[2000 + i]!;
        return trialOf(i, y, candidateSet({ id: String(i), y }, large.marginal, k, 1));
      });
      const off = estimated(large, trials).map((pmi, i) => (pmi - large.pmi(i, trials[i]!.y)) ** 2);
      return Math.sqrt(meanWithSem(off).mean);
    });
    // exp PMI varies by a factor of e, so that the mean of K is off by some e/√K.
    expect(errors).toSatisfy(([ten, hundred, thousand]: number[]) => ten! > 2 * hundred! && hundred! > thousand!);
    expect(errors[2]).toBeLessThan(0.06);
  });

  it("is the log odds ratio where y is common, since y is never drawn beside itself", () => {
    const [p, q] = [0.5, 0.3];
    const others = Array.from({ length: 400 }, (_, i) => `other ${i}`);
    const rest = (share: number) => others.map((y) => [y, (1 - share) / 400] as const);
    const of = { ...small, given: [new Map([["y", p], ...rest(p)])], marginal: new Map([["y", q], ...rest(q)]) };
    const known = { ...of, pmi: (_: number, y: string) => Math.log(of.given[0]!.get(y)! / of.marginal.get(y)!) };
    const [pmi] = estimated(known, [trialOf(0, "y", ["y", ...others])]);
    expect(pmi).toBeCloseTo(Math.log(p / (1 - p) / (q / (1 - q))), 9);
    const [withBase] = estimated(
      known,
      [trialOf(0, "y", ["y", ...others.slice(1)])],
      identify(empirical(known.marginal)),
    );
    expect(withBase).toBeCloseTo(Math.log(p / q), 9);
  });

  it("stitches the sets about one x, so that the ratio of two labels is that of their posteriors", () => {
    const [a, b, c, d, e] = small.labels as [string, string, string, string, string];
    const trials = [trialOf(0, a, [a, b, c]), trialOf(0, d, [d, c, e]), trialOf(1, a, [a, b, c])];
    const [one, two, apart] = estimated(small, trials);
    expect(one! - two!).toBeCloseTo(small.pmi(0, a) - small.pmi(0, d), 9);
    expect(apart).toBe(estimated(small, trials.slice(2))[0]);
    const [alone] = estimated(small, trials.slice(0, 1));
    expect(one).not.toBeCloseTo(alone!, 3);
  });

  it("is the same alone as in a pool with no other set about x", () => {
    const trial = trialOf(0, "a", ["a", "b", "c"]);
    const ask = (() => ({ labels: ["a", "b", "c"], masses: [0.5, 0.3, 0.2] })) as never;
    const { pmi } = identify()(trial, ask);
    expect(pmi).toBeCloseTo(Math.log(0.5 / 0.25), 12);
    expect(identify()(trial, ask, { trials: [trial], ask }).pmi).toBeCloseTo(pmi!, 12);
  });

  it("counts as 1e-6 a posterior of zero and distractors without any mass", () => {
    const of = (masses: readonly number[]) =>
      identify()(trialOf(0, "a", ["a", "b", "c"]), (() => ({ labels: ["a", "b", "c"], masses })) as never).pmi;
    expect(of([0, 0.5, 0.5])).toBeCloseTo(Math.log(1e-6 / 0.5), 9);
    expect(of([1, 0, 0])).toBeCloseTo(Math.log(1e6), 9);
  });

  it("counts a candidate without a base rate as unlisted, and has no PMI without that of y", () => {
    const trial = trialOf(0, "a", ["a", "b", "c"]);
    const ask = ((query: { kind: string; y: string }) => {
      if (query.kind === "identify") return { labels: ["a", "b", "c"], masses: [0.5, 0.3, 0.2] };
      return query.y === "b" ? undefined : 0.2;
    }) as never;
    // Of a and c, .2 each; the mean of b and c stands for the other .6.
    expect(identify(ungrounded)(trial, ask).pmi).toBeCloseTo(Math.log(0.5 / (0.1 + 0.04 + 0.6 * 0.25)), 12);
    expect(identify(ungrounded)({ ...trial, y: "b" }, ask)).toEqual({});
  });

  it("has no PMI of an unreadable reply, and of a set of one, which says nothing", () => {
    expect(identify()(trialOf(0, "a", ["a", "b"]), () => undefined)).toEqual({});
    expect(identify()(trialOf(0, "a", ["a"]), (() => ({ labels: ["a"], masses: [1] })) as never)).toEqual({});
  });
});
