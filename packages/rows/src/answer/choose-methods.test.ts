import { fingerprint } from "@promptnce/engine";
import { describe, expect, it } from "vitest";
import { queriesOf } from "@promptnce/core";
import { method } from "@promptnce/core/methods";
import { findTaskTemplate, findTemplateIn, taskPromptReader, taskSchema } from "@promptnce/prompts";
import { showsCandidateSets } from "../survey/shows-candidate-sets.ts";
import { checkLabels, chooseMethods } from "./choose-methods.ts";
import { pairKey } from "../survey/people.ts";
import { inBatches, row } from "../survey/rows.test.support.ts";
import { survey } from "../survey/survey.ts";
import type { TaskSetup } from "../task/task-setup.ts";

const columns = { x: [{ field: "cue", column: "cue" }], y: "y" };
const words = { name: "words", fields: ["cue"] };

async function surveyOf(inputs: number, counted = false) {
  const rows = Array.from({ length: 2 * inputs }, (_, i) =>
    row(`cue ${i >> 1}`, `label ${i % 6}`, counted ? i + 1 : undefined),
  );
  return survey(inBatches(rows), {
    columns: counted ? { ...columns, count: "n" } : columns,
    file: "r",
    seed: "1",
  });
}

type Options = Parameters<typeof chooseMethods>[0];

async function chosen(ids: readonly string[], more: Partial<Options> = {}, inputs = 6) {
  const known = await surveyOf(inputs);
  return chooseMethods({
    ids,
    task: words,
    survey: known,
    ask: "pairs",
    k: 5,
    trials: 12,
    seed: "1",
    ...more,
  });
}

/** What a method shows beside a base rate. */
function examplesOf({ methods }: Awaited<ReturnType<typeof chosen>>) {
  const trial = { id: "t", x: { cue: "z" }, y: "label 0", candidates: ["label 0"] };
  const queries = methods.flatMap(({ estimator }) => queriesOf(estimator, trial));
  return queries.flatMap((query) => ("grounding" in query ? query.grounding.examples : []));
}

describe("the methods of a run", () => {
  it("are those named, in their order, each once", async () => {
    const { methods } = await chosen(["infonce", "direct-pmi", "infonce"]);
    expect(methods.map(({ title }) => title)).toEqual(["InfoNCE", "Direct-PMI"]);
  });

  it("show nothing of the rows where none of them is grounded, however few the rows are", async () => {
    const { shown } = await chosen(["promptnce:ungrounded", "infonce"], {}, 1);
    expect(shown).toEqual(new Set());
  });

  it("show four of the rows where one is grounded, which no score may then rest on", async () => {
    const run = await chosen(["infonce", "promptnce"]);
    const examples = examplesOf(run);
    expect(examples).toHaveLength(4);
    const ids = examples.map(({ x, y }) => pairKey(fingerprint(x["cue"] ?? ""), y));
    expect(run.shown).toEqual(new Set(ids));
  });

  it("show the task's examples where it has some, and leave out of scores the rows that repeat one", async () => {
    const examples = ["a", "b", "c", "d", "e"].map((text) => ({
      x: { hypothesis: text, premise: `${text}!` },
      y: "yes",
    }));
    const task = { name: "chaosnli", fields: ["premise", "hypothesis"], examples };
    const run = await chosen(["promptnce"], { task }, 1);
    expect(examplesOf(run).filter((one) => !examples.some(({ x }) => x === one.x))).toEqual([]);
    expect(run.shown.has(pairKey(fingerprint("a!", "a"), "yes"))).toBe(true);
    expect(run.shown.has(pairKey(fingerprint("a!", "a"), "no"))).toBe(false);
  });

  it("take people's base rates where rows are counted", async () => {
    const counted = await surveyOf(6, true);
    const { methods } = await chosen(["promptnce:empirical"], { survey: counted });
    const trial = { id: "t", x: { cue: "z" }, y: "label 0", candidates: ["label 0"] };
    const answer = { labels: ["label 0"], masses: [0.5], other: 0.5 };
    const estimate = methods[0]!.estimator(trial, () => answer as never);
    // Of 1 + … + 12 = 78 answers label 0 has the first and the seventh row's, 1 + 7.
    expect(estimate.marginal).toBeCloseTo(8 / 78, 12);
  });
});

it("the counts of :counted are of the rows' labels, and in the total of all", async () => {
  const counts = new Map([
    ["label 0", 30],
    ["elsewhere", 70],
  ]);
  const { methods } = await chosen(["direct-split:counted"], { counts });
  const y = "label 0";
  const estimate = methods[0]!.estimator(
    { id: "t", x: { cue: "z" }, y, candidates: [y] },
    ((query: { y: string }) => (query.y === y ? 0.2 : 0.001)) as never,
  );
  expect(estimate.marginal).toBeGreaterThan(0.2);
  expect(estimate.marginal).toBeLessThan(0.31);
  await expect(
    chosen(["direct-split:counted"], { counts: new Map([["elsewhere", 1]]) }),
  ).rejects.toThrow("counts: none of its 1 labels is a label of the rows");
});

describe("a method is refused", () => {
  it.each([
    ["whose name nobody knows", ["promptnce", "nce"], {}, /^methods: there is no method "nce"/],
    [
      "that needs counts where there are none",
      ["infonce:empirical"],
      {},
      /^methods: infonce:empirical needs base rates from people; give their counts with `columns.count`$/,
    ],
    [
      "whose P(y) is of too few conditionals",
      ["direct-split:implied"],
      { trials: 59 },
      /^methods: direct-split:implied takes P\(y\) as the mean .*, and 59 pairs have fewer than ten for each of their 6 labels; give more rows, or use promptnce$/,
    ],
    [
      "whose sets cannot be ranked together",
      ["infonce"],
      { ask: "top", k: 5 },
      /^methods: infonce divides all mass .*; use promptnce, or `k: 6`$/,
    ],
    [
      "likewise beside one that can",
      ["promptnce", "marginalnce"],
      { ask: "top", k: 5 },
      /^methods: marginalnce divides all mass/,
    ],
  ] as const)("%s", async (_, ids, more, sentence) => {
    await expect(chosen(ids, more)).rejects.toThrow(sentence);
  });

  it("that is grounded where the rows have too few inputs to show", async () => {
    await expect(chosen(["promptnce"], {}, 3)).rejects.toThrow(
      "methods: a grounded base rate shows 4 pairs with distinct inputs, and the rows have 3; give more rows with `columns.y`, or add :ungrounded to the method",
    );
  });

  it("but not where the conditionals of all pairs are ten a label", async () => {
    expect((await chosen(["direct-split:implied"], { trials: 60 })).methods).toHaveLength(1);
    expect((await chosen(["promptnce:implied"], { trials: 12 })).methods).toHaveLength(1);
  });

  it("but not where one set holds all labels, or labels are not ranked", async () => {
    expect((await chosen(["infonce"], { ask: "top", k: 6 })).methods).toHaveLength(1);
    expect((await chosen(["infonce"], { ask: "all-labels", k: 2 })).methods).toHaveLength(1);
  });
});

const context = { grounding: { examples: [], labels: [] }, marginal: new Map() };
const promptnce = [method("promptnce", context)];

function paper(mode: "faithful" | "structured"): TaskSetup {
  return {
    name: "words",
    mode,
    fields: ["cue"],
    findTemplate: findTemplateIn(mode),
    read: () => undefined,
  };
}

function own(long: boolean): TaskSetup {
  const phrases = { person: "a rater", sees: "ONE text", event: "names it", label: "name" };
  const task = taskSchema.parse({ name: "own", fields: ["text"], long, ...phrases });
  const findTemplate = findTaskTemplate(task);
  return {
    name: "own",
    mode: "faithful",
    fields: ["text"],
    findTemplate,
    read: taskPromptReader(task),
    definition: task,
  };
}

describe("checkLabels", () => {
  it("refuses a label that parts a list, naming it and the way out", () => {
    expect(() => checkLabels(["X", "X, Y"], promptnce, paper("faithful"))).toThrow(
      'task: the label "X, Y" contains the separator that lists of labels use in the prompts of words; say `structured: true`, or use a task of your own, which lists one label a line',
    );
    expect(() => checkLabels(["a\n- b"], promptnce, own(false))).toThrow(
      'task: the label "a\\n- b" contains the separator that lists of labels use in the prompts of own; set long: true in the task',
    );
  });

  it("takes it where the prompts show it otherwise, or show no list", () => {
    checkLabels(["X, Y"], promptnce, paper("structured"));
    checkLabels(["X, Y"], promptnce, own(false));
    checkLabels(["a\n- b"], promptnce, own(true));
    checkLabels(["X, Y"], [method("direct-split", context)], paper("faithful"));
    expect(() =>
      checkLabels(["OTHER", "__proto__", ""], promptnce, paper("faithful")),
    ).not.toThrow();
  });
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
