import { describe, expect, it } from "vitest";
import { readChoice, readPredicate } from "./read-decided.ts";

const reply = (masses: Readonly<Record<string, number>>, more: object = {}): string =>
  JSON.stringify({
    probabilities: Object.entries(masses).map(([id, probability]) => ({ id, probability })),
    ...more,
  });

describe("readChoice", () => {
  it("keeps masses that sum to one as they came, in the order of the options", () => {
    const read = readChoice(["c1", "c2", "c3"], reply({ c3: 0.5, c1: 0.375, c2: 0.125 }));
    expect(read).toEqual({
      ok: true,
      masses: [0.375, 0.125, 0.5],
      options: { onOptions: 1, byPosition: [0.375, 0.125, 0.5], unlisted: 0, censored: 0 },
      notes: [],
    });
  });

  it.each([
    ["0.99", { c1: 0.33, c2: 0.33, c3: 0.33 }],
    ["1.01", { c1: 0.34, c2: 0.34, c3: 0.33 }],
  ])("puts a sum of %s, which rounding explains, right and says so", (sum, masses) => {
    const read = readChoice(["c1", "c2", "c3"], reply(masses));
    expect(read).toMatchObject({ ok: true, notes: [`rescaled from ${sum}`] });
    expect(read.ok && read.masses.reduce((total, mass) => total + mass)).toBeCloseTo(1, 12);
  });

  it("takes up to half a unit for each option, and no more", () => {
    const ids = Array.from({ length: 4 }, (_, i) => `c${i + 1}`);
    const of = (last: number) => reply({ c1: 0.25, c2: 0.25, c3: 0.25, c4: last });
    expect(readChoice(ids, of(0.23))).toMatchObject({ ok: true });
    expect(readChoice(ids, of(0.27))).toMatchObject({ ok: true });
    expect(readChoice(ids, of(0.22))).toMatchObject({
      ok: false,
      reason: "its probabilities sum to 0.97, further from one than rounding explains",
      raw: { sum: 0.97 },
    });
    expect(readChoice(ids, of(0.28))).toMatchObject({ ok: false });
  });

  it("counts 0 as the most that rounding leaves it, never as nothing, and counts how many", () => {
    const read = readChoice(["c1", "c2", "c3"], reply({ c1: 0.75, c2: 0.25, c3: 0 }));
    expect(read).toMatchObject({
      ok: true,
      options: { censored: 1, byPosition: [0.75, 0.25, 0] },
      notes: ['"c3" is 0 and counted as the most that rounding leaves it, 0.005'],
    });
    expect(read.ok && read.masses[2]).toBeCloseTo(0.005 / 1.005, 12);
    const certain = readChoice(["c1", "c2"], reply({ c1: 1, c2: 0 }));
    expect(certain.ok && certain.masses[1]).toBeCloseTo(0.005 / 1.005, 12);
    const finer = readChoice(["c1", "c2", "c3"], reply({ c1: 0.7501, c2: 0.2499, c3: 0 }));
    expect(finer.ok && finer.masses[2]).toBeCloseTo(0.00005, 7);
  });

  it("does not use a choice that is not the most probable, nor a confidence", () => {
    const masses = { c1: 0.75, c2: 0.25 };
    expect(readChoice(["c1", "c2"], reply(masses, { choice: "c2", confidence: 0.9 }))).toEqual(
      readChoice(["c1", "c2"], reply(masses)),
    );
  });

  it("keeps a mass on the labels that is reported, and refuses one that is none", () => {
    const of = (labelMass: number) =>
      readChoice(["c1", "c2"], reply({ c1: 0.75, c2: 0.25 }, { labelMass }));
    expect(of(0.5)).toMatchObject({ ok: true, options: { onOptions: 0.5 } });
    expect(of(0.001)).toMatchObject({
      ok: false,
      reason: expect.stringContaining("the options have 0.001 of the mass") as string,
    });
  });

  it.each([
    ["no JSON", "the decision is not JSON"],
    ["[]", "the decision does not fit: it has the wrong type"],
    ['{"probability": 1}', "it has no probabilities of options"],
    ['{"probabilities": [{"id": "c1"}]}', "probabilities.0.probability has the wrong type"],
    [reply({ c1: 1 }), 'it has no probability for "c2"'],
    [reply({ c1: 0.5, c2: 0.25, c3: 0.25 }), 'it has a probability for "c3", which is no option'],
    [reply({ c1: 1.5, c2: 0.25 }), '"c1", given as 1.5, is above one'],
    [reply({ c1: -0.5, c2: 0.25 }), '"c1", given as -0.5, is below zero'],
    [
      '{"probabilities": [{"id": "c1", "probability": 0.5}, {"id": "c1", "probability": 0.5}, {"id": "c2", "probability": 0}]}',
      "it has two probabilities for one option",
    ],
  ])("refuses %s: %s", (text, reason) => {
    expect(readChoice(["c1", "c2"], text)).toMatchObject({
      ok: false,
      reason: expect.stringContaining(reason) as string,
    });
  });
});

describe("readPredicate", () => {
  it("gives the probability as it came, and counts 0 as the most that rounding leaves it", () => {
    expect(readPredicate('{"probability": 0.07}')).toEqual({
      ok: true,
      answer: 0.07,
      options: { onOptions: 1, byPosition: [], unlisted: 0, censored: 0 },
      notes: [],
    });
    expect(readPredicate('{"probability": 0}')).toMatchObject({
      answer: 0.005,
      options: { censored: 1 },
      notes: ["the probability is 0 and counted as the most that rounding leaves it, 0.005"],
    });
    expect(readPredicate('{"probability": 1}')).toMatchObject({ answer: 1 });
  });

  it.each([
    ['{"probabilities": []}', "it has no probability"],
    ['{"probability": 1.01}', "the probability, given as 1.01, is above one"],
  ])("refuses %s: %s", (text, reason) => {
    expect(readPredicate(text)).toMatchObject({
      ok: false,
      reason: `the decision does not fit: ${reason}`,
    });
  });
});
