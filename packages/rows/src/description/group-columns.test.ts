import { describe, expect, it } from "vitest";
import { written } from "@promptnce/core/errors";
import { describeTable } from "./describe-table.ts";
import { firstDoubt, tableFrom, tableOf } from "./table.test.support.ts";

describe("columns of labels that each sum to 100", () => {
  const table = tableOf(`answer | men | women
often | 37 | 29
sometimes | 44 | 43
never | 19 | 28`);
  const given = { x: ["answer"], wide: ["men", "women"] };

  it("seem to be groups, whose answers stand in the rows", () => {
    const [said] = describeTable(table, given).evidence;
    expect(written(said!)).toBe(
      'The numbers of each of men and women sum to 100, as where the columns are groups of people and the rows are their answers; if so, say `groups: ["men","women"]` instead',
    );
  });

  it("are labels where the rows sum to 100 too, or to nothing alike", () => {
    const half = { answer: (i: number) => `x${i}`, men: () => 50, women: () => 50 };
    expect(describeTable(tableFrom(half, 2), given).evidence).toEqual([]);
    const counts = { answer: (i: number) => `x${i}`, men: (i: number) => i, women: () => 7 };
    expect(describeTable(tableFrom(counts), given).evidence).toEqual([]);
  });
});

describe("a cross table, whose rows are answers and whose columns are groups of people,", () => {
  it.each([
    [
      "of counts by age",
      `Answer | 18-29 | 30-44 | 45-64 | 65+
Very worried | 120 | 98 | 75 | 60
Somewhat worried | 200 | 180 | 150 | 110
Not too worried | 90 | 110 | 130 | 120`,
      ["18-29", "30-44", "45-64", "65+"],
    ],
    [
      "of percentages by party, with the total of a poll",
      `Response | Total | Democrat | Republican | Independent
Approve | 45% | 82% | 12% | 41%
Disapprove | 48% | 14% | 84% | 49%
Not sure | 7% | 4% | 4% | 10%`,
      ["Democrat", "Republican", "Independent"],
    ],
    [
      "of shares, as pandas writes them with margins",
      `response | f | m | All
no | 0.25 | 0.4 | 0.325
yes | 0.75 | 0.6 | 0.675`,
      ["f", "m"],
    ],
  ])("%s, is asked about, without its totals", (_, text, groups) => {
    const table = tableOf(text);
    const doubt = firstDoubt(table);
    expect(doubt?.says).toMatch(/ has a number in each of .*, which may be groups of people$/);
    expect(doubt?.options[0]).toBe(`\`groups: ${JSON.stringify(groups)}\``);
    const { shape, roles, doubts } = describeTable(table, { groups });
    expect([shape, roles.x, roles.y, doubts]).toEqual(["groups", [], table.columns[0], []]);
  });

  it.each([
    ["YouGov", ["Unweighted base", "Weighted base"], "how many were asked"],
    ["Ipsos", ["Base: All adults 18-75"], "how many were asked"],
    ["a table by R", ["Unweighted N"], "how many were asked"],
    ["a poll with nets", ["NET: Worried", "Mean score"], "made of other rows"],
    ["Eurobarometer", ["TOTAL", "Total 'Worried'"], "how many were asked"],
  ])("has rows that are no answers, and leaves them out by options: %s", (_, texts, is) => {
    const extra = texts.map((text) => `${text} | 510 | 490`).join("\n");
    const table = tableOf(`column 1 | women | men
${extra}
Very worried | 37 | 29
Somewhat worried | 44 | 43
Not worried | 19 | 28`);
    const { doubts } = describeTable(table);
    const options = doubts.map(({ readings }) => readings[0]);
    expect(options.map((one) => one?.value)).toEqual([
      ...texts.map((text) => `column 1!=${text}`),
      ["women", "men"],
    ]);
    expect(written(doubts[0]!.says)).toContain(`in column 1 is ${is}, and no answer`);
  });

  it("has its answers in the only column of text, which may have no name", () => {
    const table = tableOf(`column 1 | women | men
Yes | 37 | 29
No | 44 | 43
Don't know | 19 | 28`);
    expect(firstDoubt(table)?.options[0]).toBe('`groups: ["women","men"]`');
    const { roles, doubts } = describeTable(table, { groups: ["women", "men"] });
    expect([roles.x, roles.y]).toEqual([[], "column 1"]);
    expect(doubts.map(({ readings }) => readings[0]?.value)).toEqual([["Don't know"]]);
  });

  it("whose labels may be texts that people were shown, is offered as groups too", () => {
    const doubt = firstDoubt(
      tableOf(`opinion | women | men
I like it | 62.5 | 40
I do not | 37.5 | 60
`),
    );
    expect(doubt?.options).toContain('`groups: ["women","men"]`');
  });

  it("is none where a text has several rows", () => {
    const table = tableOf(`answer | north | south
yes | 3 | 4
no | 1 | 0
yes | 2 | 2`);
    expect(firstDoubt(table)?.says).not.toContain("groups of people");
  });
});

it("questions in rows of their own, above their answers, are asked to be written into each", () => {
  const table = tableOf(`question | column 2 | women | men
Is the bus late? | | |
 | Yes | 37 | 29
 | No | 63 | 71
Is the tram late? | | |
 | Yes | 20 | 45
 | No | 80 | 55`);
  const doubt = firstDoubt(table);
  expect(doubt?.says).toContain(
    "question stands in rows of its own, above those that it belongs to",
  );
  expect(doubt?.options).toEqual(['`given: ["question"]`']);
});

it("a word such as mean is an answer where answers have several rows", () => {
  const verbs = {
    verb: (i: number) => ["mean", "say", "net"][i % 3]!,
    x: (i: number) => `A text about lift ${i}`,
    sd: (i: number) => i / 7,
    m: (i: number) => i % 5,
  };
  expect(firstDoubt(tableFrom(verbs), { x: ["x"], y: "verb", count: false })).toBeUndefined();
});
