import { describe, expect, it } from "vitest";
import { agreementOf } from "./agreement.ts";
import { baseRatesOf, drawPolls } from "./base-rates.ts";
import { readNouns } from "./data/nouns.ts";
import { readOpinionQa } from "./data/opinionqa.ts";
import { scoredRows } from "./data/recorded-replies.ts";
import { readSynthBench } from "./data/synthbench.ts";
import { gapsOf } from "./findings.ts";
import { judgeReplies } from "./judged-replies.ts";
import { madeUpFiles, writeFolder } from "./made-up-folder.test.support.ts";
import { readingsOfZeros } from "./zeros.ts";

const folder = writeFolder(madeUpFiles());
const { replies, people } = readOpinionQa(folder);
const [first] = replies;
const few = { seed: "1", replicates: 50 };

describe("recorded replies", () => {
  it("have P(y) of a question among the groups of one attribute, not over all questions", () => {
    const { keys, people: actual } = first!;
    const rows = [...keys.contexts.keys()].filter((row) => keys.contexts[row] === keys.contexts[0]);
    const labels = new Map(rows.map((row) => [keys.labels[row], actual.marginal[row]!]));
    expect([...labels.values()].reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
    expect(rows.length).toBeLessThan(keys.contexts.length / 4);
  });

  it("keep an answer with a comma whole", () => {
    expect(first!.keys.labels).toContain("Often, or always");
  });

  it("are resampled by whole questions, whatever the attribute", () => {
    const agreement = agreementOf(first!, baseRatesOf(first!), few);
    expect(agreement).toMatchObject({ units: 3, pairs: first!.mass.length });
  });

  it("have positions on a scale, except for a question whose last answer is not on it", () => {
    const at = (answer: string) => first!.positions![first!.keys.labels.indexOf(answer)];
    expect([at("Often, or always"), at("Sometimes"), at("Never")]).toEqual([1, 2, 3]);
    expect([at("Good"), at("Bad"), at("Neither good nor bad")]).toEqual([NaN, NaN, NaN]);
  });

  it("give the number of questions without a stated base rate", () => {
    const unsaid = replies.map(({ model, unreadable }) => [model, unreadable.baseRates]);
    expect(Object.fromEntries(unsaid)).toEqual({ "GPT-4": 0, "new-model": 1 });
  });

  it("leave out an x whose masses are all 0 instead of reading it as P = 0, and say so", () => {
    const files = madeUpFiles();
    const empty = files["opinionqa-models"]!.replaceAll(
      /^(gpt-4,verbal,Q2,PARTY,Left,.*),[\d.]+,([\d.]+)$/gm,
      "$1,0,$2",
    );
    const [read] = readOpinionQa(writeFolder({ ...files, "opinionqa-models": empty })).replies;
    expect(read!.unreadable).toMatchObject({ x: 1, ofX: 12 });
    expect(first!.mass).toHaveLength(read!.mass.length + 3);
    const points = gapsOf([judgeReplies(read!, [], few)]).join("\n");
    expect(points).toContain("GPT-4, verbal: 1 of 12");
  });

  it("compare two base rates on the pairs that have both", () => {
    const one = replies.find(({ unreadable }) => unreadable.baseRates > 0)!;
    const { baseRates, difference, pairs } = agreementOf(
      one,
      baseRatesOf(one, drawPolls(people, "1")),
      few,
    );
    const [own, implied] = ["own", "implied"].map((id) =>
      baseRates.find((rate) => rate.id === id)!,
    );
    const shared = difference("implied", "own");
    expect([own!.pairs, implied!.pairs, shared.pairs]).toEqual([pairs - 8, pairs, pairs - 8]);
    expect(shared.second.rho).toBe(own!.pmi.rho);
    expect(shared.first.rho).not.toBe(implied!.pmi.rho);
    expect(shared.difference).toBe(shared.first.rho - shared.second.rho);
  });

  it("have a centred ρ that does not depend on the base rate", () => {
    const one = agreementOf(first!, baseRatesOf(first!), few);
    const other = agreementOf({ ...first!, own: first!.own!.map((p) => p / 2) }, [], few);
    expect(other.centred).toEqual(one.centred);
  });
});

describe("base rates", () => {
  const polls = drawPolls(people, "1");
  const byId = new Map(baseRatesOf(first!, polls).map((rate) => [rate.id, rate.rates]));

  it("are seven, and those updated by polls lie between the stated and the counted rate", () => {
    expect([...byId.keys()]).toEqual([
      "own",
      "counted",
      "counted_50",
      "counted_200",
      "counted_1000",
      "implied",
      "implied_sized",
    ]);
    const off = (id: string) =>
      byId.get(id)!.reduce((sum, p, row) => sum + Math.abs(p - first!.people.marginal[row]!), 0);
    expect(off("counted_1000")).toBeLessThan(off("own"));
  });

  it("from polls depend on the seed, and on the number of people polled", () => {
    const sizes = polls.map(({ people: asked, counts }) =>
      [...counts.values()].every(
        (labels) => [...labels.values()].reduce((sum, n) => sum + n, 0) === asked,
      ),
    );
    expect(sizes).toEqual([true, true, true]);
    expect(drawPolls(people, "1")).toEqual(polls);
    expect(drawPolls(people, "2")).not.toEqual(polls);
  });

  it("implied by conditionals weigh groups equally, or by their number of people", () => {
    const { keys, mass, people: actual } = first!;
    const [context, label] = [keys.contexts[0], keys.labels[0]];
    const rows = [...mass.keys()].filter(
      (row) => keys.contexts[row] === context && keys.labels[row] === label,
    );
    const plain = rows.reduce((sum, row) => sum + mass[row]!, 0) / rows.length;
    const sizes = rows.map((row) => actual.counts![row]! / actual.conditional[row]!);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    const sized = rows.reduce((sum, row, i) => sum + (mass[row]! * sizes[i]!) / all, 0);
    expect(byId.get("implied")![0]).toBeCloseTo(plain, 12);
    expect(byId.get("implied_sized")![0]).toBeCloseTo(sized, 12);
    expect(plain).not.toBeCloseTo(sized, 3);
  });

  it("are ranked on the same pairs if zeros are left out, and smoothed only for samples", () => {
    const rates = baseRatesOf(first!);
    const readings = rates.map((rate) => readingsOfZeros(first!, rate, rates));
    expect(readings.map(({ smoothed }) => smoothed)).toEqual(rates.map(() => undefined));
    const samples = { ...first!, way: "samples" };
    expect(readingsOfZeros(samples, rates.at(-1)!, rates).smoothed).toBeTypeOf("number");
    expect(readings[0]!.clamped).not.toBe(readings[0]!.left_out);
  });
});

describe("nouns", () => {
  it("share one context, and an answer that nobody gave has no PMI", () => {
    const [one] = readNouns(folder);
    expect(new Set(one!.keys.contexts).size).toBe(1);
    expect(scoredRows(one!)).toHaveLength(8);
    expect(baseRatesOf(one!).map(({ id }) => id)).toEqual(["counted", "implied"]);
  });
});

describe("shares of SynthBench", () => {
  const [one] = readSynthBench(folder);

  it("are smoothed by half a sample per label", () => {
    const { keys, mass } = one!.all;
    const row = keys.x.indexOf("S1");
    const said = /S1,Yes,([\d.]+)/.exec(madeUpFiles()["synthbench"]!)![1];
    expect(mass[row]).toBeCloseTo((Math.round(30 * Number(said)) + 0.5) / 31, 12);
  });

  it("have PMI only among questions with identical answers", () => {
    expect(one).toMatchObject({ questions: 4, questionsOfScales: 3 });
    expect(new Set(one!.scales.keys.x)).toEqual(new Set(["S1", "S2", "S3"]));
    expect(new Set(one!.scales.keys.contexts).size).toBe(1);
  });
});
