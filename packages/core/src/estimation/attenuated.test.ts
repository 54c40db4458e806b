import { describe, expect, it } from "vitest";
import { normal, random } from "../sampling/random.ts";
import { spearman } from "../statistics/correlation.ts";
import type { Ask, Pool, Query, Trial } from "../types.ts";
import { attenuated } from "./attenuated.ts";
import { method } from "./methods.ts";
import { closed, direct, empirical, open, split } from "./terms.ts";

const source = random("attenuated");
const labels = ["a", "b", "c"];
const marginal = new Map([
  ["a", 0.6],
  ["b", 0.3],
  ["c", 0.1],
]);
const inputs = Array.from({ length: 400 }, () => {
  const weights = labels.map((y) => marginal.get(y)! * Math.exp(normal(source)));
  return new Map(labels.map((y, i) => [y, weights[i]! / weights.reduce((one, two) => one + two, 0)]));
});
const trials: Trial[] = inputs.map((_, i) => {
  const y = labels[i % 3]!;
  return { id: `${i}`, x: { cue: `${i}` }, y, candidates: i % 2 === 0 ? labels : [y, labels[(i + 1) % 3]!] };
});
const truth = trials.map(({ y }, i) => inputs[i]!.get(y)!);

/** The truth with an error of so many nats, drawn anew for each way of asking, and one that all ways share. */
function respondent(own: number, shared = 0): Ask {
  const errors = random("errors");
  const said = new Map<string, number>();
  const errorOf = (key: string, spread: number): number => {
    said.set(key, said.get(key) ?? spread * normal(errors));
    return said.get(key)!;
  };
  const p = (kind: string, cue: string, y: string): number =>
    Math.min(
      1,
      inputs[Number(cue)]!.get(y)! * Math.exp(errorOf(`${kind} ${cue} ${y}`, own) + errorOf(`${cue} ${y}`, shared)),
    );
  return ((query: Extract<Query, { kind: "conditional" | "open" | "closed" }>) => {
    const { kind, x } = query;
    if (kind === "conditional") return p(kind, x["cue"]!, query.y);
    const masses = query.candidates.map((y) => p(kind, x["cue"]!, y));
    const sum = masses.reduce((one, two) => one + two, 0);
    if (kind === "closed") return { labels: query.candidates, masses: masses.map((mass) => mass / sum) };
    return { labels: query.candidates, masses, other: Math.max(0, 1 - sum) };
  }) as Ask;
}

const poolOf = (ask: Ask, of: readonly Trial[] = trials): Pool => ({ trials: of, ask });
const base = empirical(marginal);
/** The mean of the logarithms of both ways. */
const meanOf = (trial: Trial, ask: Ask): number => Math.log(direct(trial, ask)! * open(trial, ask)!) / 2;
/** α, by how far apart two trials of one label are and would be by that mean. */
function weightFor(ask: Ask): number {
  const [one, two] = [trials[0]!, trials[3]!];
  const [first, second] = [one, two].map((trial) =>
    Math.log(attenuated([direct, open], base)(trial, ask, poolOf(ask))!),
  );
  return (first! - second!) / (meanOf(one, ask) - meanOf(two, ask));
}

function meanOfLabel(y: string): number {
  const logs = trials.flatMap((trial, i) => (trial.y === y ? [Math.log(truth[i]!)] : []));
  return logs.reduce((one, two) => one + two, 0) / logs.length;
}

describe("attenuated", () => {
  it("is a truthful respondent's P(y|x) to 1e-9, asked outright and in open sets of any size", () => {
    const ask = respondent(0);
    const [term, pool] = [attenuated([direct, open], base), poolOf(ask)];
    for (const [i, trial] of trials.entries()) {
      expect(Math.abs(term(trial, ask, pool)! - truth[i]!)).toBeLessThan(1e-9);
    }
  });

  it("likewise in closed sets in the limit where they hold all labels", () => {
    const ask = respondent(0);
    const whole = trials.map((trial) => ({ ...trial, candidates: labels }));
    const { estimator } = method("attenuated:empirical", { grounding: { examples: [], labels: [] }, marginal });
    const pool = poolOf(ask, whole);
    for (const [i, trial] of whole.entries()) {
      const { pmi } = estimator(trial, ask, pool);
      expect(Math.abs(pmi! - Math.log(truth[i]! / marginal.get(trial.y)!))).toBeLessThan(1e-9);
    }
  });

  it("weighs the mean by the share of its variance that is no error: the less the noisier", () => {
    // What log P(y|x) has beside its label's mean.
    const left = trials.map(({ y }, i) => Math.log(truth[i]!) - meanOfLabel(y));
    const signal = left.reduce((sum, log) => sum + log ** 2, 0) / left.length;
    for (const own of [0.1, 0.4, 0.8]) {
      expect(Math.abs(weightFor(respondent(own)) - signal / (signal + own ** 2 / 2))).toBeLessThan(0.06);
    }
  });

  it("cannot tell an error that all ways share from what is true", () => {
    expect(weightFor(respondent(0, 1))).toBeCloseTo(1, 9);
  });

  it.each([
    ["ranks PMI better than the mean of the ways as it is, where P(y|x) does not follow the base rate", 0, 0.01],
    ["ranks it no worse where it does, since that is no evidence of x", 1, -0.005],
  ])("%s", (_, follows, gain) => {
    const rates = new Map(labels.map((y, i) => [y, follows === 1 ? marginal.get(y)! : [0.1, 0.6, 0.01][i]!]));
    const ask = respondent(1.5);
    const pool = poolOf(ask);
    const own = empirical(rates);
    const rho = (estimator: ReturnType<typeof split>): number =>
      spearman(
        trials.map((trial) => estimator(trial, ask, pool).pmi!),
        trials.map(({ y }, i) => Math.log(truth[i]! / rates.get(y)!)),
      );
    const mean = split((trial, of) => Math.sqrt(direct(trial, of)! * open(trial, of)!), own);
    expect(rho(split(attenuated([direct, open], own), own)) - rho(mean)).toBeGreaterThan(gain);
  });

  it("has no value without a pool, or where one way has no answer, which the others do without", () => {
    const ask = respondent(0.5);
    const partly = ((query: Query) =>
      query.kind === "open" && query.x["cue"] === "7" ? undefined : ask(query as never)) as Ask;
    const term = attenuated([direct, closed, open], base);
    expect(term(trials[0]!, ask)).toBeUndefined();
    expect(term(trials[7]!, partly, poolOf(partly))).toBeUndefined();
    expect(term(trials[8]!, partly, poolOf(partly))).toBeGreaterThan(0);
  });

  it("is the answer itself where the pool is one trial, of which nothing tells how far to trust it", () => {
    const ask = respondent(0.5);
    const [trial] = trials as [Trial];
    const one = attenuated([direct, open], base)(trial, ask, poolOf(ask, [trial]))!;
    expect(one).toBeCloseTo(Math.sqrt(direct(trial, ask)! * open(trial, ask)!), 12);
  });
});
