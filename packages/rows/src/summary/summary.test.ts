import type { Estimate } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { methodSummaries } from "./method-summary.ts";
import { detailsText, summaryText, type SummaryFacts } from "./summary.ts";
import { tally } from "./tally.ts";

const direct = { id: "direct-split", title: "Direct-Split" };
const facts: SummaryFacts = {
  respondent: "m (vendor)",
  simulated: false,
  rows: 1200,
  inputs: 300,
  repeated: 0,
  labels: 20,
  k: 5,
  candidateSets: true,
  counted: false,
  questions: 4000,
  fromStore: 1000,
  again: 0,
  seed: "1",
};

function terms(conditional: number, marginal: number): Estimate {
  return { conditional, marginal, pmi: Math.log(conditional) - Math.log(marginal) };
}

/** A run whose estimates are these, with P(y|x) as people's where `counted`. */
async function summarised(estimates: readonly Estimate[], counted = false, sample?: number) {
  const all = tally([direct], {
    ...(sample !== undefined && { sample }),
    truthOf: (_, { id }) =>
      counted
        ? { conditional: Number(id), marginal: 0.1, pmi: Math.log(Number(id) / 0.1) }
        : undefined,
  });
  for (const [i, estimate] of estimates.entries()) {
    const trial = { id: String(estimate.conditional), y: `label ${i}` };
    all.add("x", [{ method: direct, trial, estimate, readable: estimate.pmi !== undefined }]);
  }
  const methods = await methodSummaries(all);
  const run = { ...facts, counted };
  return {
    method: methods[0]!,
    short: summaryText(run, methods),
    text: detailsText(run, methods),
  };
}

it("the details count the estimates that rank below an answered zero, and say nothing where there is none", async () => {
  const { text } = await summarised([terms(1e-7, 0.1), terms(0.2, 0.1), terms(0.3, 2e-7)]);
  expect(text).toContain(
    "2 of 3 have a term between 0 and 0.000001, which ranks below an answered 0",
  );
  expect((await summarised([terms(1e-6, 0.1), terms(0.2, 0.1)])).text).not.toContain("0.000001");
});

it("the details count the estimates on masses that sum far from one, which are scored all the same", async () => {
  const all = tally([direct], { truthOf: () => undefined });
  const one = {
    method: direct,
    trial: { id: "p", y: "a" },
    estimate: terms(0.2, 0.1),
    readable: true,
  };
  all.add("x", [
    { ...one, doubtful: true },
    one,
    { ...one, estimate: {}, readable: false, doubtful: true },
  ]);
  const said = detailsText(facts, await methodSummaries(all));
  expect(said).toContain(
    "  doubtful      1 of 3 (33.3 %) rest on masses that sum far from one, rescaled",
  );
  expect((await summarised([terms(0.2, 0.1)])).text).not.toContain("doubtful");
});

describe("the statistics of a method", () => {
  it("have R = Var[log P̂(y)] / Var[log P̂(y|x)], which needs nobody's counts", async () => {
    // Logarithms in steps of log 4 and log 2: R = (log 4 / log 2)² = 4.
    const { method } = await summarised([
      terms(1 / 2, 1 / 4),
      terms(1 / 4, 1 / 16),
      terms(1 / 8, 1 / 64),
    ]);
    expect(method.R).toBeCloseTo(4, 12);
    expect(method.rhoMarginal).toBeCloseTo(1, 12);
    expect(method.scores).toBeUndefined();
  });

  it("have the ρ of rarity, −log P̂(y), with PMI", async () => {
    const { method } = await summarised([terms(0.9, 0.1), terms(0.2, 0.2), terms(0.5, 0.01)]);
    // PMI log 9, 0, log 50; rarity 0.1, 0.2, 0.01: the same order.
    expect(method.rhoMarginal).toBeCloseTo(1, 12);
    const other = (await summarised([terms(0.01, 0.1), terms(0.9, 0.2), terms(0.9, 0.3)])).method;
    // PMI ranks 1, 3, 2 against rarity's 3, 2, 1.
    expect(other.rhoMarginal).toBeCloseTo(-0.5, 12);
  });

  it("have no R of fewer than two estimates with both terms", async () => {
    expect((await summarised([terms(0.5, 0.1), { pmi: 1 }])).method).not.toHaveProperty("R");
    expect((await summarised([])).method).toMatchObject({ estimates: 0 });
  });

  it("have R Infinity where the base rates alone vary, and NaN where nothing does", async () => {
    expect((await summarised([terms(0.5, 0.1), terms(0.5, 0.2)])).method.R).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect((await summarised([terms(0.5, 0.1), terms(0.5, 0.1)])).method.R).toBeNaN();
  });

  it("have scores where people were counted", async () => {
    const { method } = await summarised(
      [0.1, 0.2, 0.4].map((p) => terms(p, 0.1)),
      true,
    );
    expect(method.scores).toMatchObject({ pairs: 3, rho: 1 });
  });
});

describe("the summary", () => {
  it("begins with the numbers of each method, then says what was asked and one limit", async () => {
    const { short, text } = await summarised([terms(0.5, 0.1), terms(0.5, 0.2), {}]);
    expect(short.split("\n")).toEqual([
      "              order decided by  unreadable",
      "Direct-Split  base rates        1 of 3",
      "",
      "1,200 pairs, 300 different inputs, 20 labels; answered by m (vendor).",
      "4,000 questions, 1,000 of them answered from the store.",
      "",
      "Limit: Direct-Split: many replies could not be read; look at them in the store, and try another model.",
      "",
    ]);
    expect(text).toMatch(/\nWhat to try next\n {2}- .+\n$/s);
  });

  it("has ρ with people, its interval and over how many pairs, where people were counted", async () => {
    const { short } = await summarised(
      [0.1, 0.2, 0.4, 0.3, 0.5].map((p) => terms(p, 0.1)),
      true,
    );
    expect(short.split("\n").slice(0, 3)).toEqual([
      "              ρ with people  95 %  over     unreadable",
      "Direct-Split  1.00                 5 pairs  0 of 5",
      "ρ: 1 if the pairs are in people's order, 0 by chance.",
    ]);
  });

  it("says in plain words what limits the result, where no step helps", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => terms(0.5 + i / 100, 0.1 ** (1 + (i % 4))));
    const { short } = await summarised(rows);
    expect(short).toMatch(
      /\n\nLimit: Direct-Split: the model's base rates decide the order; try another marginal .*\.\n$/,
    );
  });

  it("of a simulated respondent has no limit but that it is one", async () => {
    const { method } = await summarised([terms(0.5, 0.1), {}]);
    expect(summaryText({ ...facts, simulated: true }, [method])).toMatch(
      /\n\nThis is a rehearsal; its numbers say nothing about your data\. .*\n$/,
    );
  });

  it("counts pairs, with their rows if some repeat, and says what was paid", () => {
    const all = { ...facts, repeated: 3, cost: "It cost $1." };
    expect(summaryText(all, [])).toMatch(/^1,197 pairs \(1,200 rows\), 300 different inputs/);
    expect(summaryText(all, [])).toContain("answered from the store. It cost $1.\n");
  });

  it("counts what could not be read", async () => {
    expect((await summarised([terms(0.5, 0.1), {}, {}])).text).toContain(
      "unreadable    2 of 3 (66.7 %)",
    );
  });

  it.each([
    [
      "the base rates where R is above 1",
      [terms(0.5, 0.1), terms(0.4, 0.01)],
      ": the base rates decide the ranking",
    ],
    [
      "the conditionals where it is below",
      [terms(0.5, 0.2), terms(0.01, 0.1)],
      "the conditionals decide the ranking",
    ],
    [
      "the base rates where they alone vary",
      [terms(0.5, 0.1), terms(0.5, 0.2)],
      "the conditionals are all the same: the base rates decide",
    ],
  ])("says what decides the ranking: %s", async (_, estimates, sentence) => {
    expect((await summarised(estimates)).text).toContain(sentence);
  });

  it("says that both decide it where R names one term and the ρ of rarity the other", async () => {
    const rare = await summarised([terms(0.9, 0.05), terms(0.1, 0.2), terms(0.02, 0.3)]);
    expect([rare.method.R! < 1, rare.method.rhoMarginal]).toEqual([true, 1]);
    expect(rare.text).toContain(": both terms decide the ranking");
  });

  it("says why there is no score though people were counted", async () => {
    const one = async (shown: number, estimates: number) => {
      const all = tally([direct], {
        truthOf: () => undefined,
        isShown: ({ id }) => Number(id) < shown,
      });
      for (let i = 0; i < estimates; i++) {
        all.add("x", [
          {
            method: direct,
            trial: { id: String(i), y: "a" },
            estimate: terms(0.5, 0.1),
            readable: true,
          },
        ]);
      }
      return detailsText({ ...facts, counted: true }, await methodSummaries(all));
    };
    expect(await one(4, 4)).toContain(
      "people        all pairs were shown in a prompt, so none is left to score\n",
    );
    expect(await one(4, 6)).toContain(
      "people        fewer than three pairs have an estimate and people's PMI besides the 4 that a prompt has shown, too few to score\n",
    );
    expect(await one(0, 2)).toContain("people's PMI, too few to score\n");
  });

  it("says of neither that it decides the ranking where nothing varies", async () => {
    const { text } = await summarised([terms(0.5, 0.1), terms(0.5, 0.1)]);
    expect(text).not.toMatch(/base rates {4}|R = |undefined|NaN/);
    expect(text).not.toContain("decide the ranking");
  });

  it("has no number that is none where all estimates are the same", async () => {
    const alike = [terms(0.2, 0.1), terms(0.2, 0.1), terms(0.2, 0.1)];
    const { text } = await summarised(alike, true);
    expect(text).toContain(
      "  people        no rho with their PMI over 3 pairs: all estimates are equal, or all of people's PMI\n",
    );
    expect(text).not.toMatch(/NaN|Infinity|undefined|-0\.00/);
  });

  it("gives ρ with people over how many pairs, and the calibration", async () => {
    const { text } = await summarised(
      [0.1, 0.2, 0.4].map((p) => terms(p, 0.1)),
      true,
    );
    expect(text).toContain(
      "  people        rho = 1.00 with their PMI over 3 pairs, too few to show anything\n",
    );
    expect(text).toContain(
      "calibration slope 1.00 on the log scale (ideal 1), ten-bin calibration error 0.000, mean absolute error 0.000",
    );
  });

  it("says where its numbers are of a draw", async () => {
    const estimates = Array.from({ length: 1_002 }, (_, i) =>
      terms(0.5 / (1 + i), i % 2 ? 0.1 : 0.2),
    );
    const { text } = await summarised(estimates, true, 1_000);
    expect(text).toMatch(/with this ranking \(of 1,000 drawn from 1,002\)\n/);
    expect(text).toMatch(/over 1,000 pairs, drawn from 1,002 rows\n/);
  });
});
