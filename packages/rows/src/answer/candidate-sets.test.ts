import { method } from "@promptnce/core";
import { findTaskTemplate, findTemplateIn, taskPromptReader, taskSchema } from "@promptnce/prompts";
import { expect, it } from "vitest";
import { checkLabels, showsCandidateSets } from "./candidate-sets.ts";
import type { TaskSetup } from "../task/task-setup.ts";

const context = { grounding: { examples: [], labels: [] }, marginal: new Map() };
const promptnce = [method("promptnce", context)];

function words(mode: "faithful" | "structured"): TaskSetup {
  return { name: "words", fields: ["cue"], findTemplate: findTemplateIn(mode), read: () => undefined };
}

function own(long: boolean): TaskSetup {
  const phrases = { person: "a rater", sees: "ONE text", event: "names it", label: "name" };
  const task = taskSchema.parse({ name: "own", fields: ["text"], long, ...phrases });
  const findTemplate = findTaskTemplate(task);
  return { name: "own", fields: ["text"], findTemplate, read: taskPromptReader(task), definition: task };
}

it("refuses a label that parts a list, naming it and the way out", () => {
  expect(() => checkLabels(["X", "X, Y"], promptnce, words("faithful"))).toThrow(
    '--task: the label "X, Y" holds what parts the labels of a list in the prompts of words; say --structured, or take a task of your own, which lists labels one a line (promptnce task init)',
  );
  expect(() => checkLabels(["a\n- b"], promptnce, own(false))).toThrow(
    '--task: the label "a\\n- b" holds what parts the labels of a list in the prompts of own; say long: true in the task',
  );
});

it("takes it where the prompts show it otherwise, or show no list", () => {
  checkLabels(["X, Y"], promptnce, words("structured"));
  checkLabels(["X, Y"], promptnce, own(false));
  checkLabels(["a\n- b"], promptnce, own(true));
  checkLabels(["X, Y"], [method("direct-split", context)], words("faithful"));
  expect(() => checkLabels(["OTHER", "__proto__", ""], promptnce, words("faithful"))).not.toThrow();
});

it.each([
  ["promptnce", true],
  ["promptnce:none", true],
  ["infonce", true],
  ["marginalnce", true],
  ["direct-split", false],
  ["direct-pmi", false],
  ["gem", false],
])("%s shows candidate sets: %s", (id, shows) => {
  expect(showsCandidateSets(method(id, context))).toBe(shows);
});
