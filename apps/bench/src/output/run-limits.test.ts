import { method } from "@promptnce/core/methods";
import { foundLimitText } from "@promptnce/rows/summary";
import { expect, it } from "vitest";
import { runLimits } from "./run-limits.ts";

const labels = ["a", "b", "c", "d", "e", "f", "g", "h"];
const marginal = new Map(labels.map((y) => [y, 1 / 8]));
const made = { name: "made-up", task: "words", simulated: true };
const subject = { ...made, marginal, conditional: () => 0.1 };
const promptnce = method("promptnce", { grounding: { examples: [], labels: [] }, marginal });
const job = (k: number) => ({
  subject,
  method: promptnce,
  k,
  list: "evaluation",
  samples: 1,
  trials: Array.from({ length: 40 }, (_, i) => {
    return {
      id: String(i),
      x: { cue: String(i) },
      y: labels[i % 2]!,
      candidates: labels.slice(0, k),
    };
  }),
});

/**
 * A respondent whose masses follow the order of i in sets of 3, and that of `second` in sets of 2.
 */
async function found(
  second: (i: number) => number,
  { doubtful = false, suffixes = [", m"] } = {},
): Promise<string[]> {
  const jobs = [job(2), job(3)];
  const massOf = (candidates: readonly string[], cue: string): number =>
    (candidates.length === 3 ? Number(cue) : second(Number(cue))) / 100;
  const model = {
    provider: "v",
    model: "m",
    suffix: { title: ", m" },
    ask: () => (query: { x: { cue: string }; candidates: readonly string[] }) => {
      const p = massOf(query.candidates, query.x.cue);
      return { labels: query.candidates, masses: query.candidates.map(() => p / 2), other: 1 - p };
    },
    outcomes: ({ trials }: (typeof jobs)[number]) =>
      trials.map((trial) => {
        const conditional = massOf(trial.candidates, trial.x.cue);
        return {
          trial,
          estimate: { conditional, marginal: 0.1, pmi: Math.log((conditional || 1e-6) / 0.1) },
          doubtful,
        };
      }),
  };
  const asks = [{ subject: "made-up", provider: { name: "v", model: "m" } }];
  const asked = [{ raw: { open: { sums: [1, 2, 3, 4, 5] } } }];
  const results = {
    config: { k: 3, pairs: 40 },
    models: suffixes.map((title) => ({ ...model, suffix: { title } })),
  };
  return (await runLimits({ results, jobs, asks, asked } as never)).map(foundLimitText);
}

it("names the limits of PromptNCE by dataset and model, and nothing below a threshold", async () => {
  expect(await found((i) => i)).toEqual([
    expect.stringMatching(
      /^PromptNCE on made-up, m: OTHER gets \d+\.\d % of the probability on average, with 3 of 8 labels listed .*\.$/,
    ),
  ]);
});

it("says once what limits several alike", async () => {
  const texts = await found((i) => i, { suffixes: [", m", ", n"] });
  expect(texts).toHaveLength(1);
  expect(texts[0]).toMatch(/^PromptNCE on made-up, m; PromptNCE on made-up, n: OTHER gets /);
});

it("compares the sets of one pair at two K", async () => {
  expect((await found((i) => 39 - i)).join("\n")).toContain(
    "two candidate sets of the same pair agree with ρ = -1.00 over 40 pairs",
  );
});

it("describes the sums of masses in the replies if many are far from one", async () => {
  expect((await found((i) => i, { doubtful: true }))[0]).toMatch(
    /100\.0 % of estimates rest on masses that sum far from one; the middle half of all sums is 2 to 4/,
  );
});

/**
 * A respondent of twelve contexts with all labels in each set; people agree with its conditionals
 * alone.
 */
async function foundInContexts(stated: number) {
  const two = ["a", "b"];
  const contexts = Array.from({ length: 12 }, (_, i) => ({ question: `q${i}` }));
  const shareOf = (question: number, group: number, y: number): number => {
    const a = 0.1 + 0.8 * (((question * 7 + group * 5) % 11) / 11);
    return y === 0 ? a : 1 - a;
  };
  const numbers = (x: { question: string; group: string }) =>
    [Number(x.question.slice(1)), Number(x.group)] as const;
  const mean = (question: number, y: number): number =>
    [0, 1, 2].reduce((sum, group) => sum + shareOf(question, group, y) / 3, 0);
  const trials = contexts.flatMap((context, question) =>
    [0, 1, 2].flatMap((group) =>
      two.map((y) => ({
        id: `${question} ${group} ${y}`,
        x: { ...context, group: String(group) },
        y,
        context,
        candidates: two,
      })),
    ),
  );
  const subject = {
    ...made,
    marginal: new Map(two.map((y) => [y, 0.5])),
    marginalIn: ({ question }: { question: string }) =>
      new Map(two.map((y, at) => [y, mean(Number(question.slice(1)), at)])),
    conditional: (x: { question: string; group: string }, y: string) =>
      shareOf(...numbers(x), two.indexOf(y)),
  };
  const all = { subject, method: promptnce, k: 2, list: "evaluation", samples: 1, trials };
  const model = {
    provider: "v",
    model: "m",
    suffix: { title: "" },
    ask:
      () => (query: { x: { question: string; group: string }; candidates: readonly string[] }) => ({
        labels: query.candidates,
        masses: query.candidates.map((_, y) => shareOf(...numbers(query.x), y)),
        other: 0,
      }),
    outcomes: () =>
      trials.map((trial) => {
        const [question, group] = numbers(trial.x);
        const y = two.indexOf(trial.y);
        const conditional = shareOf(question, group, y);
        const far = mean(question, y) ** stated;
        const marginal = far / (far + (1 - mean(question, y)) ** stated);
        return {
          trial,
          estimate: { conditional, marginal, pmi: Math.log(conditional / marginal) },
        };
      }),
  };
  const results = { config: { k: 2, pairs: trials.length }, models: [model] };
  const given = { results, jobs: [all], asks: [], asked: [] };
  return (await runLimits(given as never)).filter(({ limit }) => limit.isBaseRate);
}

it("says which base rate to take where people were counted in ten contexts or more, as estimate does", async () => {
  const [found, ...others] = (await foundInContexts(-2)).map(foundLimitText);
  expect(others).toEqual([]);
  expect(found).toMatch(
    /^PromptNCE on made-up: where people's counts are known, ρ with people's PMI is 1\.000 with implied base rates.*use the marginal that the conditionals imply \(:implied\), if /,
  );
});

it("advises nothing where the stated base rates are those that the conditionals imply", async () => {
  expect(await foundInContexts(1)).toEqual([]);
});
