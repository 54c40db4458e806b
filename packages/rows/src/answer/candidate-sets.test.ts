import { method } from "@promptnce/core";
import { expect, it } from "vitest";
import { showsCandidateSets } from "./candidate-sets.ts";

it.each([
  ["promptnce", true],
  ["promptnce:none", true],
  ["infonce", true],
  ["marginalnce", true],
  ["direct-split", false],
  ["direct-pmi", false],
  ["gem", false],
])("%s shows candidate sets: %s", (id, shows) => {
  const made = method(id, { grounding: { examples: [], labels: [] }, marginal: new Map() });
  expect(showsCandidateSets(made)).toBe(shows);
});
