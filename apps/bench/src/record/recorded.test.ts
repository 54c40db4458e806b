import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { blindToX } from "@promptnce/core/repeats";
import { spearman } from "@promptnce/core/correlation";
import { python, pythonHas } from "@promptnce/testing/python";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it, test } from "vitest";
import { type Agreement, agreementOf } from "./agreement.ts";
import { baseRatesOf } from "./base-rates.ts";
import { readNouns } from "./data/nouns.ts";
import { readOpinionQa } from "./data/opinionqa.ts";
import { makeRecord } from "./record.ts";
import { compareWays } from "./ways.ts";
import { writeRecord } from "./write-record.ts";
import { readingsOfZeros } from "./zeros.ts";

const data = resolve(
  process.env["PROMPTNCE_TEST_RECORDED"] ??
    join(import.meta.dirname, "../../../../../shared/recorded"),
);
const isThere = existsSync(join(data, "opinionqa-models.csv.gz"));
const hasSciPy = pythonHas("numpy", "scipy");

/**
 * ρ of P̂(y | x), of the model's own P̂(y), and of PMI with the own, the counted and the implied
 * base rate. They are the folder's README's where every reply has mass. Where some are empty they are
 * those of the other replies, computed with pandas: the README counts empty replies as P = 0.
 */
const readme: Readonly<Record<string, readonly number[]>> = {
  "gpt-4, verbal": [0.7447, 0.7513, 0.3169, 0.305, 0.4451],
  "anthropic_opus, verbal": [0.7814, 0.8168, 0.3385, 0.3419, 0.3829],
  "anthropic_haiku, verbal": [0.6406, 0.6785, 0.2556, 0.2836, 0.3287],
  "llama3-70b, verbal": [0.6262, 0.644, 0.2959, 0.2154, 0.426],
  "gpt-3.5-turbo-0125, verbal": [0.4396, 0.4591, 0.1199, 0.131, 0.1714],
  "gpt-4, samples": [0.6397, 0.5274, 0.1978, 0.2166, 0.2715],
  "anthropic_opus, samples": [0.7327, 0.7674, 0.2854, 0.2885, 0.383],
  "anthropic_haiku, samples": [0.5458, 0.4622, 0.2266, 0.2407, 0.2956],
  "llama3-70b, samples": [0.5909, 0.5791, 0.2385, 0.2489, 0.3658],
  "gpt-3.5-turbo-0125, samples": [0.3174, 0.3541, 0.014, 0.0535, 0.0377],
  "gpt-4, log-probabilities": [0.6782, 0.6172, 0.2876, 0.2652, 0.417],
  "llama3-70b, log-probabilities": [0.5584, 0.5838, 0.1786, 0.1638, 0.2967],
  "gpt-3.5-turbo-0125, log-probabilities": [0.3335, 0.324, 0.0134, 0.0868, 0.0961],
};

const rounded = (rho: number): number => Math.round(1e4 * rho) / 1e4;
const few = { seed: "1", replicates: 2 };

describe.runIf(isThere)("the record of the recorded replies", () => {
  const replies = isThere ? readOpinionQa(data).replies : [];
  const agreements = new Map<string, Agreement>(
    replies.map((one) => [
      `${one.recordedAs}, ${one.way}`,
      agreementOf(one, baseRatesOf(one), few),
    ]),
  );

  test.each(Object.entries(readme))("has the figures computed elsewhere: %s", (name, figures) => {
    const { conditional, baseRates, replies: own } = agreements.get(name)!;
    const [stated, counted, implied] = ["own", "counted", "implied"].map((id) =>
      baseRates.find((rate) => rate.id === id)!,
    );
    // Values that ties cannot affect, to four digits.
    expect([conditional, stated!.rate, counted!.pmi].map(({ rho }) => rounded(rho))).toEqual([
      figures[0],
      figures[1],
      figures[3],
    ]);
    // The README's differences of rounded logarithms break ties, which are kept here. With its own
    // reading, the values agree.
    const rates = baseRatesOf(own);
    const broken = ["own", "implied"].map(
      (id) =>
        readingsOfZeros(
          own,
          rates.find((rate) => rate.id === id)!,
          rates,
        ).subtracted!,
    );
    expect(Math.abs(broken[0]! - figures[2]!)).toBeLessThan(0.0005);
    expect(Math.abs(broken[1]! - figures[4]!)).toBeLessThan(0.0025);
    expect(Math.abs(stated!.pmi.rho - figures[2]!)).toBeLessThan(0.001);
    expect(Math.abs(implied!.pmi.rho - figures[4]!)).toBeLessThan(0.0025);
  });

  it("covers 13 models and ways of asking; base rates alone reach .0080, and .0021 on Llama 3's pairs", () => {
    expect([...agreements.keys()].toSorted()).toEqual(Object.keys(readme).toSorted());
    const alone = (name: string): number => {
      const { people } = agreements.get(name)!.replies;
      return rounded(spearman(blindToX(people.marginal, "pmi"), people.pmi));
    };
    expect(alone("gpt-4, verbal")).toBe(0.008);
    expect(alone("llama3-70b, verbal")).toBe(0.0021);
    const counted = agreements.get("gpt-4, verbal")!.baseRates.find(({ id }) => id === "counted");
    expect(rounded(counted!.pmi.blindToX.rho)).toBe(0.008);
  });

  it("leaves out empty replies, and questions without a base rate where one is needed", () => {
    const unreadable = Array.from(agreements, ([name, { pairs, baseRates, replies: one }]) => [
      name,
      one.unreadable.x,
      pairs,
      one.unreadable.baseRates,
      baseRates[0]!.pairs,
    ]).filter(([, x]) => x !== 0);
    expect(unreadable).toEqual([
      ["anthropic_opus, verbal", 151, 2357, 49, 1255],
      ["anthropic_haiku, verbal", 1, 2987, 0, 2987],
      ["gpt-3.5-turbo-0125, verbal", 27, 2882, 0, 2882],
      ["gpt-3.5-turbo-0125, log-probabilities", 2, 2980, 0, 2980],
    ]);
    const shared = agreements.get("anthropic_opus, verbal")!.difference("implied", "own");
    expect([shared.pairs, rounded(shared.first.rho), rounded(shared.second.rho)]).toEqual([
      1255, 0.3684, 0.3392,
    ]);
  });

  it("finds masses above every other way of asking the same model, on the pairs of both", () => {
    const ways = compareWays(replies, few);
    expect(ways).toHaveLength(8);
    expect(ways.filter(({ difference }) => difference <= 0)).toEqual([]);
  });

  it("finds implied above own in 13 and above counted in 12, and counted above own in 8", () => {
    const above = (first: string, second: string): number =>
      [...agreements.values()].filter((one) => one.difference(first, second).difference > 0).length;
    expect([above("implied", "own"), above("implied", "counted"), above("counted", "own")]).toEqual(
      [13, 12, 8],
    );
  });

  it("has the README's values for nouns", () => {
    const found = readNouns(data).map((one) => {
      const { pairs, conditional, baseRates } = agreementOf(one, baseRatesOf(one), few);
      const values = [conditional, ...baseRates.map(({ pmi }) => pmi)].map(({ rho }) => rho);
      return [one.recordedAs, pairs, ...values.map(rounded)];
    });
    expect(found).toEqual([
      ["gpt-4o", 304, 0.792, 0.6932, 0.6985],
      ["llama-3.1-70b", 304, 0.6997, 0.5952, 0.5954],
      ["llama-3.1-8b", 304, 0.0678, 0.0424, 0.1035],
    ]);
  });

  it.skipIf(!hasSciPy)(
    "agrees with recompute-record.py, which shares no code",
    { tags: "full" },
    () => {
      const out = newFolder();
      const settings = { data, seed: "1", replicates: 20 };
      writeRecord(out, makeRecord(settings), settings);
      const script = join(import.meta.dirname, "../../recompute-record.py");
      const { status, stdout, stderr } = spawnSync(python, [script, data, out], {
        encoding: "utf8",
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      const compared = [...stdout.matchAll(/: (\d+) compared$/gm)].map(([, count]) =>
        Number(count),
      );
      expect(compared).toHaveLength(9);
      expect(Math.min(...compared)).toBeGreaterThan(20);
    },
  );
});
