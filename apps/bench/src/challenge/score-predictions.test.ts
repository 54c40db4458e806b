import { normal, random, shuffle } from "@promptnce/core/sampling";
import { describe, expect, it } from "vitest";
import { challengePairs } from "./challenge-pairs.ts";
import type { Prediction } from "./predictions.ts";
import { scorePredictions } from "./score-predictions.ts";

const world = await challengePairs("synthetic-chaosnli", undefined);
const worlds = [
  world,
  await challengePairs("synthetic-words", undefined),
  await challengePairs("synthetic-goemotions", undefined),
];
type Pair = (typeof world.evaluation)[number]["pair"];

/** The scores of what a function predicts of each pair. */
function scoresOf(predict: (pair: Pair, place: number) => Prediction | undefined, of = world) {
  const byId = new Map(
    of.evaluation.flatMap(({ id, pair }, i) => {
      const prediction = predict(pair, i);
      return prediction === undefined ? [] : [[id, prediction] as const];
    }),
  );
  return scorePredictions(of, { byId });
}

describe("scorePredictions", () => {
  it("ranks the truth with ρ = 1 in PMI and in P(y|x), and shows the pairs", () => {
    for (const of of worlds) {
      const { scores, missing, unknown } = scoresOf((pair) => pair, of);
      expect(scores.map(({ measure, rho, shows }) => [measure, rho.value, shows])).toEqual([
        ["PMI", 1, "pairs"],
        ["P(y|x)", 1, "pairs"],
      ]);
      expect([missing, unknown]).toEqual([[], []]);
    }
  });

  it("shows nothing for −ln P(y), whatever its ρ", () => {
    const baseRates = ({ marginal }: Pair) => ({ pmi: -Math.log(marginal) });
    const scores = worlds.map((of) => scoresOf(baseRates, of).scores[0]!);
    expect(scores.map(({ shows }) => shows)).toEqual(["nothing", "nothing", "nothing"]);
    expect(scores[1]!.rho.value).toBeGreaterThan(0.8);
  });

  it("gives base rates with a constant conditional the ρ of their own baseline", () => {
    const [score] = scoresOf(({ marginal }) => {
      return { pmi: Math.log(0.5 / marginal), conditional: 0.5, marginal };
    }).scores;
    expect(score).toMatchObject({ shows: "nothing", over: { value: 0 } });
  });

  it("shows nothing for a constant, and gives it no ρ", () => {
    const [score] = scoresOf(() => ({ pmi: 1 })).scores;
    expect(score).toMatchObject({ rho: { value: Number.NaN }, shows: "nothing", scored: 500 });
  });

  it("shows nothing for noise", () => {
    const source = random("noise");
    expect(scoresOf(() => ({ pmi: normal(source) })).scores[0]!.shows).toBe("nothing");
  });

  it("shows nothing for true values under shuffled ids", () => {
    const values = shuffle(
      world.evaluation.map(({ pair }) => pair.pmi),
      random("ids"),
    );
    expect(scoresOf((_, i) => ({ pmi: values[i]! })).scores[0]!.shows).toBe("nothing");
  });

  it("scores half of the pairs as half, with ± but without judgement", () => {
    const { scores, missing } = scoresOf((pair, i) => (i % 2 === 0 ? pair : undefined));
    expect(scores[0]).toMatchObject({ scored: 250, pairs: 500, shows: "too few" });
    expect(scores[0]!.rho).toEqual({ value: 1, standardError: 0 });
    expect(missing).toEqual(world.evaluation.filter((_, i) => i % 2 === 1).map(({ id }) => id));
  });

  it("names ids of the version that no pair has, and knows those of development", () => {
    const stranger = "synthetic-chaosnli-1/000000000000";
    const byId = new Map([
      [stranger, { pmi: 1 }],
      [world.development[0]!.id, { pmi: 1 }],
      ["synthetic-words-1/000000000000", { pmi: 1 }],
    ]);
    expect(scorePredictions(world, { byId }).unknown).toEqual([stranger]);
  });
});
