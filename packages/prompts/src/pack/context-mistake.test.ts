import type { Dataset } from "@promptnce/core";
import { expect, it } from "vitest";
import { emotions } from "../own-task/task.test.support.ts";
import { contextMistake } from "./context-mistake.ts";

const given = { ...emotions, fields: ["question", "group"], given: ["question"] };

function datasetIn(context: Readonly<Record<string, string>> | undefined, task = "emotions") {
  const terms = { conditional: 1, marginal: 1, pmi: 0 };
  const pair = { id: "1", x: { group: "men", ...context }, y: "yes", ...terms };
  return {
    name: "answers",
    task,
    observations: [{ ...pair, ...(context && { context }) }],
  } as unknown as Dataset;
}

it("finds nothing wrong where the task shows the context, alone or with a field that it does not show", () => {
  expect(contextMistake(datasetIn({ question: "Q" }), [given])).toBeUndefined();
  expect(contextMistake(datasetIn({ question: "Q", wave: "1" }), [given])).toBeUndefined();
  expect(contextMistake(datasetIn(undefined), [emotions])).toBeUndefined();
});

it("says what is missing of a context, and where none is shown", () => {
  expect(contextMistake(datasetIn({ wave: "1" }), [given])).toBe(
    "the pairs of answers have no question for their context, which the task emotions shows with a base rate; make the dataset with given: [question]",
  );
  expect(contextMistake(datasetIn({ question: "Q" }), [emotions])).toContain(
    "have a context (question), which the task emotions shows with no base rate",
  );
  expect(contextMistake(datasetIn({ list: "1" }, "words"), [])).toContain("the task words shows");
});

it("says nothing of a task that is known by its templates alone", () => {
  expect(contextMistake(datasetIn({ question: "Q" }, "theirs"), [given])).toBeUndefined();
});
