import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { prepared, shares } from "./people.test.support.ts";

interface Golden {
  readonly cases: readonly {
    readonly name: string;
    readonly rows: readonly { readonly x: string; readonly y: string }[];
    readonly conditional: Readonly<Record<string, Readonly<Record<string, number>>>>;
    readonly marginal: Readonly<Record<string, number>>;
  }[];
}

// Written by fixtures/several.py.
const { cases } = JSON.parse(
  readFileSync(new URL("../../fixtures/several.json", import.meta.url), "utf8"),
) as Golden;

const columns = { y: "y", several: true };

/** The numbers of a tree, to twelve digits. */
function rounded(tree: unknown): unknown {
  if (typeof tree === "number") return Number(tree.toFixed(12));
  if (typeof tree !== "object" || tree === null) return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, rounded(value)]));
}

describe("several labels in a cell are split, and people counted as pandas does, where they are", () => {
  it.each(cases)("$name", async ({ rows, conditional, marginal }) => {
    expect(rounded(await shares(rows, columns))).toEqual(rounded(conditional));
    const { people } = (await prepared(rows, columns)).survey;
    expect(rounded(Object.fromEntries(people!.marginal))).toEqual(rounded(marginal));
  });
});

describe("a cell of several labels", () => {
  const heard = [
    { x: "the lift", y: '["talk", "music"]', n: 3 },
    { x: "the lift", y: '["talk"]', n: 1 },
    { x: "the yard", y: "[]", n: 2 },
    { x: "the yard", y: '["music"]', n: 1 },
  ];

  it("gives a row of the result for each, and one for a cell without any", async () => {
    const { units } = await prepared(heard, columns);
    const found = (await Array.fromAsync(units())).flat().map(({ row }) => row);
    expect(found.map(({ line, y, problem }) => [line, y ?? problem])).toEqual([
      [1, "talk"],
      [1, "music"],
      [2, "talk"],
      [3, 'there is no label in y: "[]" is none'],
      [4, "music"],
    ]);
  });

  it("counts each person once, as often as a column says", async () => {
    expect(await shares(heard, columns)).toEqual({
      "the lift": { talk: 1, music: 1 / 2 },
      "the yard": { music: 1 },
    });
    expect(await shares(heard, { ...columns, count: "n" })).toEqual({
      "the lift": { talk: 1, music: 3 / 4 },
      "the yard": { music: 1 },
    });
  });

  it("counts each person once if a list of labels lacks the first", async () => {
    const labels = { all: ["music", "traffic"], file: "the list" };
    const { people } = (await prepared(heard, { ...columns, count: "n" }, { labels })).survey;
    expect(people!.marginal.get("music")).toBe(1);
  });

  it("is of one person although a label stands twice in a few", async () => {
    const lists = Array.from({ length: 20 }, () => ({ x: "rain", y: "a;b" }));
    const rows = [...lists, { x: "the lift", y: "a;a;b" }];
    expect((await shares(rows, columns))["the lift"]).toEqual({ a: 1, b: 1 });
  });

  it.each([
    [
      "a list of people's",
      [
        '["care,loyalty","care","none"]',
        '["care, loyalty","loyalty","care"]',
        '["none","none","none|care"]',
      ],
    ],
    [
      "a dict of annotators",
      [
        '{"a1":"care,loyalty","a2":"care","a3":"none"}',
        '{"a1":"care;loyalty","a2":"loyalty","a3":"care"}',
        '{"a1":"none","a2":"none","a3":"none,care"}',
      ],
    ],
    [
      "lists of lists",
      [
        '[["care,loyalty"],["care"],["none"]]',
        '[["care,loyalty"],["loyalty"],["care"]]',
        '[["none"],["none"],["none,care"]]',
      ],
    ],
  ])("may hold several of a person joined, as those of moral foundations: %s", async (_, cells) => {
    const rows = cells.map((y, i) => ({ x: `text ${i}`, y }));
    expect(rounded(await shares(rows, columns))).toEqual(
      rounded({
        "text 0": { care: 2 / 3, loyalty: 1 / 3, none: 1 / 3 },
        "text 1": { care: 2 / 3, loyalty: 2 / 3 },
        "text 2": { none: 1, care: 1 / 3 },
      }),
    );
  });

  it("keeps a label with a comma, whose parts are no labels", async () => {
    const rows = [
      { x: "a", y: '["Yes, I do","No"]' },
      { x: "b", y: '["Yes, I do","Perhaps, if asked"]' },
    ];
    expect((await shares([...rows, ...rows], columns))["b"]).toEqual({
      "Yes, I do": 1,
      "Perhaps, if asked": 1,
    });
  });

  it("may be of each rater", async () => {
    const rows = [
      { x: "the lift", r1: "calm; dull", r2: "calm" },
      { x: "rain", r1: "dull", r2: "" },
    ];
    expect(await shares(rows, { raters: ["r1", "r2"], several: true })).toEqual({
      "the lift": { calm: 1, dull: 1 / 2 },
      rain: { dull: 1 },
    });
  });

  it("is a pair to be estimated if one person gave it and no pair repeats", async () => {
    const tagged = [
      { x: "the lift", y: "talk|music" },
      { x: "rain", y: "none" },
    ];
    expect((await prepared(tagged, columns)).survey.people).toBeUndefined();
  });

  it("is refused if it holds objects, with what can be named", async () => {
    const y = '[{"task": "T0", "value": "talk"}, {"task": "T0", "value": "music"}]';
    await expect(prepared([{ x: "rain", y }], columns)).rejects.toThrow(
      `y holds no labels but ${y}; name what is in it: y.task, y.value.`,
    );
  });

  it.each([
    [
      ['["talk", "music"]', '["talk"]'],
      'y: ["talk", "music"] is read as "talk" and "music", of one person.',
    ],
    [["0,1,0", "1,1,1"], 'y: 0,1,0 is read as "0" (2) and "1", of 3 people.'],
    [['{"0": 0.75, "1": 0.25}', '{"0": 1}'], '"0" (0.75) and "1" (0.25), of one person.'],
    [["I like it, really", "No, not at all"], "No cell of y holds several labels."],
    [["[".repeat(5000), "(none)", '["open'], "No cell of y holds several labels."],
  ])("%j is explained by an example", async (cells, sentence) => {
    const rows = cells.map((y, i) => ({ x: `note ${i}`, y }));
    expect((await prepared(rows, columns)).notes.join()).toContain(sentence);
  });
});
