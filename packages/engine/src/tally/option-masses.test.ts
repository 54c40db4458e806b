import { random } from "@promptnce/core/sampling";
import { expect, it } from "vitest";
import { optionSummaries } from "./option-masses.ts";

it("gives the means of each wording, and of a position over the replies that have it", () => {
  const summaries = optionSummaries();
  expect(summaries.all()).toEqual([]);
  summaries.note("words/open.tokens@1", { onOptions: 0.5, byPosition: [0.75, 0.25], unlisted: 0 });
  summaries.note("words/open.tokens@1", {
    onOptions: 0.25,
    byPosition: [0.25, 0.25, 0.5],
    unlisted: 2,
  });
  summaries.note("words/marginal.tokens@1", { onOptions: 1, byPosition: [1, 0], unlisted: 0 });
  for (const censored of [0, 1]) {
    const masses = { onOptions: 1, byPosition: [], unlisted: 0, censored };
    summaries.note("words/marginal.decisions@1", masses);
  }
  expect(summaries.all()).toEqual([
    {
      template: "words/marginal.decisions@1",
      replies: 2,
      onOptions: 1,
      byPosition: [],
      unlisted: 0,
      censored: 1,
    },
    {
      template: "words/marginal.tokens@1",
      replies: 1,
      onOptions: 1,
      byPosition: [1, 0],
      unlisted: 0,
    },
    {
      template: "words/open.tokens@1",
      replies: 2,
      onOptions: 0.375,
      byPosition: [0.5, 0.25, 0.5],
      unlisted: 2,
    },
  ]);
});

it("gives the same means whatever the order of the replies", () => {
  const { uniform } = random("masses");
  const noted = Array.from({ length: 400 }, () => ({
    onOptions: uniform(),
    byPosition: [uniform(), uniform()],
    unlisted: 0,
  }));
  const summaryOf = (masses: typeof noted) => {
    const summaries = optionSummaries();
    for (const one of masses) {
      summaries.note("words/open.decisions@1", one);
    }
    return summaries.all();
  };
  expect(summaryOf(noted.toReversed())).toEqual(summaryOf(noted));
});
