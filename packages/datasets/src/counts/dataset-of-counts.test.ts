import { describe, expect, it } from "vitest";
import { datasetOfCounts } from "./dataset-of-counts.ts";

const pairs = [
  { x: { comment: "Yes!" }, y: "joy", count: 3 },
  { x: { comment: "Yes!" }, y: "fear", count: 1 },
  { x: { comment: "Oh." }, y: "joy", count: 4 },
  { x: { comment: "Oh." }, y: "none", count: 0 },
];

it("P(y|x), P(y) and PMI are those of the counts, unsmoothed; a label that nobody gave is one", () => {
  const moods = datasetOfCounts({ name: "moods", task: "emotions", pairs });
  expect(moods).toMatchObject({
    name: "moods",
    task: "emotions",
    simulated: false,
    labels: ["joy", "fear", "none"],
  });
  expect(
    moods.observations.map(({ y, conditional, marginal, raters }) => [
      y,
      conditional,
      marginal,
      raters,
    ]),
  ).toEqual([
    ["joy", 0.75, 0.875, 4],
    ["fear", 0.25, 0.125, 4],
    ["joy", 1, 0.875, 4],
  ]);
  expect(moods.observations[1]?.pmi).toBeCloseTo(Math.log(2), 12);
  expect(moods.conditional({ comment: "Oh." }, "fear")).toBe(0);
  expect(new Set(moods.observations.map(({ id }) => id)).size).toBe(3);
});

it("a pair that comes twice is counted twice", () => {
  const [first] = datasetOfCounts({ name: "m", pairs: [...pairs, pairs[0]!] }).observations;
  expect(first).toMatchObject({ y: "joy", responses: 6, raters: 7 });
});

it("its task is called as it is, and its labels are in the order named, if not said otherwise", () => {
  expect(datasetOfCounts({ name: "m", pairs, labels: ["none", "fear", "joy"] })).toMatchObject({
    task: "m",
    labels: ["none", "fear", "joy"],
  });
});

it.each([
  [{ pairs: [{ x: { comment: "a" }, y: "joy", count: Number.NaN }] }, "m: the count of joy is NaN"],
  [{ pairs, labels: ["joy"] }, 'm: "fear" is none of its labels'],
  [{ pairs: [] }, "m: no pair has a count above 0"],
])("wrong counts are told in one sentence: %#", (given, sentence) => {
  expect(() => datasetOfCounts({ name: "m", ...given })).toThrow(sentence);
});

/**
 * Yes and no of two questions, asked of two groups, and a third question with an answer of its own.
 */
const answers = [
  { x: { question: "Q1", group: "a" }, y: "yes", count: 3 },
  { x: { question: "Q1", group: "a" }, y: "no", count: 1 },
  { x: { question: "Q1", group: "b" }, y: "yes", count: 1 },
  { x: { question: "Q1", group: "b" }, y: "no", count: 3 },
  { x: { question: "Q2", group: "a" }, y: "yes", count: 1 },
  { x: { question: "Q2", group: "a" }, y: "no", count: 9 },
  { x: { question: "Q2", group: "b" }, y: "never", count: 0 },
  { x: { question: "Q3", group: "a" }, y: "yes", count: 5 },
];

describe("given a context", () => {
  const survey = datasetOfCounts({ name: "survey", given: ["question"], pairs: answers });

  it("labels, P(y) and PMI are those of each context, which each pair names", () => {
    expect(
      survey.observations.map(({ x, y, context, conditional, marginal, pmi }) => [
        context,
        x["group"],
        y,
        conditional,
        marginal,
        pmi,
      ]),
    ).toEqual([
      [{ question: "Q1" }, "a", "yes", 0.75, 0.5, Math.log(1.5)],
      [{ question: "Q1" }, "a", "no", 0.25, 0.5, Math.log(0.5)],
      [{ question: "Q1" }, "b", "yes", 0.25, 0.5, Math.log(0.5)],
      [{ question: "Q1" }, "b", "no", 0.75, 0.5, Math.log(1.5)],
      [{ question: "Q2" }, "a", "yes", 0.1, 0.1, 0],
      [{ question: "Q2" }, "a", "no", 0.9, 0.9, 0],
    ]);
    const [first, second] = ["Q1", "Q2"].map((question) => survey.marginalIn!({ question }));
    expect([...first!]).toEqual([
      ["yes", 0.5],
      ["no", 0.5],
    ]);
    expect([...second!]).toEqual([
      ["yes", 0.1],
      ["no", 0.9],
      ["never", 0],
    ]);
  });

  it("a context is found among the fields of x, always with the same map, and an unknown one is named", () => {
    const { marginalIn } = survey;
    expect(marginalIn!({ group: "b", question: "Q1" })).toBe(marginalIn!({ question: "Q1" }));
    expect(() => marginalIn!({ question: "Q9" })).toThrow(
      'survey has no context {"question":"Q9"}',
    );
  });

  it("a context with one label in all has no observations, and counts in P(y) of all", () => {
    expect(survey.observations.some(({ context }) => context!["question"] === "Q3")).toBe(false);
    expect(survey.marginal.get("yes")).toBe(10 / 23);
  });

  it("labels that are named are those of every context", () => {
    const named = ["never", "no", "yes"];
    const same = datasetOfCounts({
      name: "survey",
      given: ["question"],
      labels: named,
      pairs: answers,
    });
    for (const question of ["Q1", "Q2", "Q3"])
      expect([...same.marginalIn!({ question }).keys()]).toEqual(named);
  });

  it.each([
    [["topic"], "survey: given names topic; name fields that every x has, of question, group"],
    [[], "survey: given names no field; name fields that every x has, of question, group"],
    [
      ["group", "question"],
      "survey: given names all fields of x (question, group); leave at least one, which is then x",
    ],
  ])("what is no context is refused: %j", (given, sentence) => {
    expect(() => datasetOfCounts({ name: "survey", given, pairs: answers })).toThrow(sentence);
  });
});
