import { describe, expect, it } from "vitest";
import { candidateSet } from "../sampling/candidates.ts";
import { normal, random } from "../sampling/random.ts";
import { spearman } from "../statistics/correlation.ts";
import type { Answer, Pmf, Trial } from "../types.ts";
import { contrastive } from "./contrastive.ts";
import { estimate } from "./estimate.ts";
import { plan } from "./plan.ts";
import { questionKey, questionOf } from "./question.ts";
import { direct, split } from "./terms.ts";

const grounding = { examples: [], labels: ["a"] };
const marginal: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 200 }, (_, i) => [`label ${i}`, 1 / (i + 1) ** 1.5 / 3] as const),
);
const trials: Trial[] = [...marginal.keys()].map((y, i) => {
  const pair = { id: String(i), x: { cue: String(i) }, y };
  return { ...pair, candidates: candidateSet(pair, marginal, 6, 1) };
});
const task = "words";
const estimator = split(direct, contrastive(grounding));

/** The answer to every question about sets, a PMF of the true base rates changed as told. */
function answersOf(change: (pmf: Pmf) => Pmf | undefined = (pmf) => pmf) {
  const answers = new Map<string, Answer | undefined>();
  for (const question of plan([{ task, estimators: [estimator], trials }])) {
    if (question.kind !== "base-rates") continue;
    const masses = question.candidates.map((y) => marginal.get(y)!);
    const other = 1 - masses.reduce((sum, mass) => sum + mass, 0);
    answers.set(questionKey(question), change({ labels: question.candidates, masses, other }));
  }
  return answers;
}

const estimated = (answers: ReturnType<typeof answersOf>) =>
  estimate(estimator, trials, answers, { task }).map((outcome) => outcome.estimate.marginal);

describe("contrastive", () => {
  it("is P(y) itself where the answers are true", () => {
    for (const [i, rate] of estimated(answersOf()).entries()) {
      expect(Math.abs(Math.log(rate! / marginal.get(trials[i]!.y)!))).toBeLessThan(1e-9);
    }
  });

  it("ranks as P(y) does where each set has left another share to OTHER, which its own mass does not", () => {
    const source = random("shares");
    const answers = answersOf(({ labels, masses }) => {
      const share = Math.exp(normal(source) - 4);
      return { labels, masses: masses.map((mass) => mass * share), other: 0.5 };
    });
    const truth = trials.map(({ y }) => marginal.get(y)!);
    expect(spearman(estimated(answers) as number[], truth)).toBeGreaterThan(0.999);
    const own = contrastive(grounding);
    const apart = trials.map((trial) =>
      own(trial, (query) => answers.get(questionKey(questionOf(query, task))) as never),
    );
    expect(spearman(apart as number[], truth)).toBeLessThan(0.9);
  });

  it("asks once for each set, of its labels in their order and grounded, and nothing about x", () => {
    const again = { ...trials[0]!, id: "again", x: { cue: "again" } };
    const asked = [...plan([{ task, estimators: [estimator], trials: [trials[0]!, again] }])];
    const { candidates } = trials[0]!;
    expect(asked.filter(({ kind }) => kind === "base-rates")).toEqual([
      { kind: "base-rates", candidates, grounding, task, sample: 0 },
    ]);
  });

  it("counts a set once, however many trials have it", () => {
    const [one, two] = [
      ["a", "b"],
      ["b", "a"],
    ].map((candidates) => ({ id: candidates[0]!, x: {}, y: "a", candidates }));
    const ask = ((query: { candidates: readonly string[] }) => ({
      labels: query.candidates,
      masses: query.candidates[0] === "a" ? [0.4, 0.1] : [0.1, 0.1],
      other: 0.5,
    })) as never;
    const pool = { trials: [one!, one!, one!, two!], ask };
    expect(contrastive(grounding)(one!, ask, pool)).toBeCloseTo(0.2, 12);
  });

  it("is the mass in the trial's own set without a pool, and none where that cannot be read", () => {
    const pmf = { labels: trials[0]!.candidates, masses: [0.1, 0.2, 0.3, 0.1, 0.1, 0.1], other: 0.1 };
    const place = trials[0]!.candidates.indexOf(trials[0]!.y);
    expect(contrastive(grounding)(trials[0]!, () => pmf as never)).toBe(pmf.masses[place]);
    expect(contrastive(grounding)(trials[0]!, () => undefined)).toBeUndefined();
  });

  it("is no more than one, whatever sets with too small an OTHER come to", () => {
    const sets = [
      { id: "1", x: {}, y: "a", candidates: ["a", "b"] },
      { id: "2", x: {}, y: "b", candidates: ["b", "c"] },
    ];
    const ask = ((query: { candidates: readonly string[] }) => ({
      labels: query.candidates,
      masses: [0.99, 0.01],
    })) as never;
    expect(contrastive(grounding)(sets[0]!, ask, { trials: sets, ask })).toBe(1);
  });

  it("takes the label's rate from other sets where its own was unreadable or said zero", () => {
    const most = trials[0]!;
    const own = JSON.stringify(most.candidates);
    const isOwn = ({ labels }: Pmf) => JSON.stringify(labels) === own;
    expect(estimated(answersOf((pmf) => (isOwn(pmf) ? undefined : pmf)))[0]).toBeCloseTo(marginal.get(most.y)!, 9);
    const zero = (pmf: Pmf) => ({ ...pmf, masses: pmf.masses.map((mass, i) => (pmf.labels[i] === most.y ? 0 : mass)) });
    const once = estimated(answersOf((pmf) => (isOwn(pmf) ? zero(pmf) : pmf)))[0];
    expect(once).toBeCloseTo(marginal.get(most.y)!, 9);
    expect(estimated(answersOf(zero))[0]).toBe(0);
    expect(estimated(answersOf(() => undefined))).toEqual(trials.map(() => undefined));
  });
});
