import { method } from "@promptnce/core/methods";
import { expect, it } from "vitest";
import { runLimits } from "./run-limits.ts";

const labels = ["a", "b", "c", "d", "e", "f", "g", "h"];
const marginal = new Map(labels.map((y) => [y, 1 / 8]));
const subject = {
  name: "made-up",
  task: "words",
  simulated: true,
  marginal,
  conditional: () => 0.1,
};
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
function found(second: (i: number) => number, doubtful = false): string[] {
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
  const results = { config: { k: 3, pairs: 40 }, models: [model] };
  return runLimits({ results, jobs, asks, asked } as never);
}

it("names the limits of PromptNCE by dataset and model, and nothing below a threshold", () => {
  expect(found((i) => i)).toEqual([
    expect.stringMatching(
      /^PromptNCE on made-up, m: the mean mass on OTHER is 0\.80 at K = 3 of 8 labels .*\.$/,
    ),
    expect.stringMatching(/^PromptNCE on made-up, m: K\/L = 3\/8/),
  ]);
});

it("compares the sets of one pair at two K", () => {
  expect(found((i) => 39 - i).join("\n")).toContain(
    "two candidate sets of one pair agree with ρ = -1.00 over 40 pairs",
  );
});

it("describes the sums of masses in the replies if many are far from one", () => {
  expect(found((i) => i, true)[0]).toMatch(
    /100\.0 % rest on masses that sum far from one; the middle half of all sums is 2 to 4/,
  );
});
