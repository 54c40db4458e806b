import { describe, expect, it } from "vitest";
import { describeTable } from "./describe-table.ts";
import { firstDoubt, tableFrom } from "./table.test.support.ts";

const text = (i: number): string => `${["A post about", "A reply to"][i % 2]!} number ${i}`;
const a = (i: number): number => i % 4;
const b = (i: number): number => (i * 7) % 3;
const c = (i: number): number => (i * 5) % 2;

describe("a column that is the sum of others is their total, and never counts who gave a label", () => {
  it.each([
    // A crowd's judgements, with the majority as a number.
    [
      "count before its parts",
      { count: (i: number) => a(i) + b(i) + c(i), hateful: a, rude: b, fine: c, class: b, text },
      ["hateful", "rude", "fine"],
    ],
    // An election office.
    [
      "votes behind its parts, and turnout",
      {
        ward: (i: number) => `Ward of Saint ${text(i)}`,
        Red: (i: number) => 100 + 3 * i,
        Blue: (i: number) => 200 - i,
        Green: (i: number) => 17 + ((i * 31) % 19),
        "Total votes": (i: number) => 317 + 2 * i + ((i * 31) % 19),
        electorate: (i: number) => 900 + ((i * 37) % 41),
      },
      ["Red", "Blue", "Green"],
    ],
    // Emotions of songs, with shares of their own between.
    [
      "num_annotators between other numbers",
      {
        lyric: text,
        joy: a,
        joy_share: (i: number) => (i % 10) / 10,
        sadness: b,
        num_annotators: (i: number) => a(i) + b(i),
      },
      ["joy", "sadness"],
    ],
    [
      "an empty cell for nobody",
      {
        text,
        joy: (i: number) => a(i) || "",
        fear: (i: number) => b(i) || "",
        total: (i: number) => a(i) + b(i),
      },
      ["joy", "fear"],
    ],
    [
      "decimals: minutes of a day",
      {
        diary: text,
        work: (i: number) => (i % 5) + 0.5,
        home: (i: number) => (i % 3) + 0.25,
        n: (i: number) => (i % 5) + (i % 3) + 0.75,
      },
      ["work", "home"],
    ],
  ] as const)("%s", (_, columns, parts) => {
    const doubt = firstDoubt(tableFrom(columns));
    expect(doubt?.says).toContain("is the sum of");
    expect(doubt?.options).toEqual([
      `\`wide: ${JSON.stringify(parts)}\``,
      expect.stringMatching(/^`count: "/),
      "`count: false`",
    ]);
    const wide = describeTable(tableFrom(columns), { wide: parts });
    expect([wide.shape, wide.doubts]).toEqual(["wide", []]);
  });

  it("is not seen in boxes of 0 and 1, where one is another or a third", () => {
    const box = (n: number) => (i: number) => Number(i % n === 0);
    const boxes = {
      a___1: (i: number) => box(2)(i),
      a___2: box(4),
      a___3: (i: number) => box(2)(i) - box(4)(i),
    };
    expect(firstDoubt(tableFrom({ text, ...boxes }))?.says).toContain("hold ticks");
  });

  it("is not seen in the sum of raters' scores", () => {
    const scores = { rater1_trait1: c, rater2_trait1: b };
    const table = tableFrom({ text, ...scores, trait1_score: (i) => c(i) + b(i) });
    expect(firstDoubt(table)?.options[0]).toBe('`raters: ["rater1_trait1","rater2_trait1"]`');
  });

  it("is not seen in numbers that add up in some rows only", () => {
    const n = (i: number): number => a(i) + b(i) + Number(i === 9);
    const { roles } = describeTable(tableFrom({ text, queue: (i) => `q${i % 3}`, a, b, n }));
    expect(roles.count).toBe("n");
  });
});

describe("the number of all who answered an x counts nobody who gave a label", () => {
  const cue = (i: number): string => ["river", "bread", "winter"][Math.floor(i / 4) % 3]!;
  const response = (i: number): string =>
    `${["water", "cold", "table", "song"][i % 4]!}${i > 11 ? "s" : ""}`;
  const given = (i: number): number => [40, 11, 6, 3][i % 4]! + Math.floor(i / 4);
  const all = (i: number): number => 90 + 3 * Math.floor((i % 12) / 4);

  it("beside its shares, which tell the counts: free associations", () => {
    const table = tableFrom(
      { cue, response, R123: given, N: all, "R123.Strength": (i) => given(i) / all(i) },
      12,
    );
    const { roles, shape, evidence } = describeTable(table, { x: ["cue"], y: "response" });
    expect([roles.count, shape]).toEqual(["R123", "counted"]);
    expect(evidence).toEqual(["R123 divided by N is R123.Strength"]);
  });

  it.each(["n", "raters", "Number of respondents"])("where %s is the same in each x", (name) => {
    const table = tableFrom({ cue, response, picked: given, [name]: all }, 12);
    const { roles } = describeTable(table, { x: ["cue"], y: "response" });
    expect(roles.count).toBeUndefined();
    expect(firstDoubt(table, { x: ["cue"], y: "response" })).toEqual({
      says: "picked may count people",
      options: ['`count: "picked"`', "`count: false`"],
    });
  });
});

it("a part of a total may count up from row to row", () => {
  const yes = (i: number): number => 10 * i + 3;
  const columns = { ward: text, yes, no: b, abstain: (i: number) => i };
  const all = (i: number): number => yes(i) + b(i) + i;
  const { says, options } = firstDoubt(tableFrom({ ...columns, all })) ?? {};
  expect(says).toContain("all is the sum of yes, no and abstain");
  expect(options).toContain('`wide: ["yes","no","abstain"]`');
});
