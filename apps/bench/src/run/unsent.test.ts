import type { Provider } from "@promptnce/core";
import { findTemplate } from "@promptnce/prompts";
import { expect, it } from "vitest";
import type { Asked, Batch } from "./ask.ts";
import { unsent, unsentText } from "./unsent.ts";

const provider: Provider = {
  name: "openai",
  model: "m",
  settings: {},
  complete: () => Promise.reject(new Error("not asked")),
};
const batch = (subject: string): Batch => ({ subject, questions: [], provider, findTemplate });
const asked = (leftOut: Asked["leftOut"]): Asked => ({
  answers: new Map(),
  templates: new Set(),
  unreadable: [],
  rehearsed: false,
  keys: new Set(),
  settings: {},
  leftOut,
});

it("what was not sent is said once a model, and not of a model that takes all", () => {
  const batches = [batch("a"), batch("b"), { ...batch("a"), provider: { ...provider, model: "n" } }];
  const left = { temperature: 0, reasoning: { effort: "none" } };
  const all = unsent(batches, [asked(left), asked(left), asked({})]);
  expect(all).toEqual([{ provider: "openai", model: "m", settings: left }]);
  expect(all.map(unsentText)).toEqual(['temperature = 0, reasoning = {"effort":"none"}, which m rejects']);
});
