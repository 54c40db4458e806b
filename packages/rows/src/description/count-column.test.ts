import { describe, expect, it } from "vitest";
import { describeTable } from "./describe-table.ts";
import { tableFrom, tableOf } from "./table.test.support.ts";

describe("whole numbers beside pairs that each stand once count people", () => {
  const source = (i: number): string => ["river", "bread", "winter"][i % 3]!;
  const target = (i: number): string => `word ${i}`;
  it.each(["weight", "wt", "Weight", "edge_weight", "wgt"])("as %s of edges", (name) => {
    const table = tableFrom({ source, target, [name]: (i) => 3 + ((i * i) % 17) });
    const { roles, shape, evidence, doubts } = describeTable(table, { x: ["source"], y: "target" });
    expect([roles.count, roles.weight, shape, doubts]).toEqual([name, undefined, "counted", []]);
    expect(evidence).toEqual([
      `The numbers of ${name} are whole, and each pair stands once, as counts do`,
    ]);
  });

  it.each([
    ["have fractions", (i: number) => 0.5 + i / 7, target],
    ["stand beside pairs that repeat", (i: number) => 1 + (i % 4), (i: number) => `word ${i % 2}`],
  ])("but are weights where they %s", (_, weight, to) => {
    const table = tableFrom({ source, to, weight });
    const { roles, shape } = describeTable(table, { x: ["source"], y: "to" });
    expect([roles.count, roles.weight, shape]).toEqual([undefined, "weight", "answers"]);
  });
});

describe("what a row is", () => {
  it.each([
    ["pairs, where each stands once", "cue | y\ncat | a\ncat | b\nsun | a", "pairs"],
    ["answers, where a pair repeats", "cue | y\ncat | a\ncat | b\ncat | a", "answers"],
    [
      "counted, where a column counts",
      "cue | y | n\ncat | a | 3\ncat | b | 1\ncat | a | 2",
      "counted",
    ],
  ])("%s", (_, text, shape) => {
    expect(describeTable(tableOf(text), { x: ["cue"], y: "y" }).shape).toBe(shape);
  });

  it("is an answer of each if so said, also where no pair repeats", () => {
    const table = tableOf("cue | y\ncat | a\nsun | b");
    const { shape, roles } = describeTable(table, { x: ["cue"], y: "y", count: "rows" });
    expect([shape, roles.count]).toEqual(["answers", "rows"]);
  });

  it.each([
    // Prodigy, Label Studio, CrowdFlower, Mechanical Turk: what is no label and no text.
    [
      "_task_hash | text | answer",
      "-17|A long comment about lifts|accept\n-99|Another comment, as long|reject\n-4|A third comment of length|accept",
      "text",
      "answer",
    ],
    [
      "HITId | WorkerId | SubmitTime | Input.text | Answer.mood",
      "3A|W1|2019-01-01|A long comment about lifts|calm\n3A|W2|2019-01-02|A long comment about lifts|busy\n3B|W1|2019-01-03|Another comment, as long|calm",
      "Input.text",
      "Answer.mood",
    ],
    [
      "Timestamp | Email Address | Comment | Mood",
      "4/1/2024 10:00:00|a@b.org|A long comment about lifts|calm\n4/1/2024 10:01:00|c@d.org|Another comment, as long|busy\n4/2/2024 9:00:00|e@f.org|A third comment of length|calm",
      "Comment",
      "Mood",
    ],
  ])("leaves ids, people and times of %s aside", (header, rows, x, y) => {
    const { roles, doubts } = describeTable(tableOf(`${header}\n${rows}`));
    expect([roles.x, roles.y, doubts]).toEqual([[x], y, []]);
  });
});

it("points in the numbers of a given count may separate thousands, which is said", () => {
  const people = (i: number): string => ["1.204", "950", "2.010"][i % 3]!;
  const columns = {
    x: (i: number) => `place ${i}`,
    y: (i: number) => ["yes", "no"][i % 2]!,
    people,
  };
  const given = { x: ["x"], y: "y", count: "people" };
  expect(describeTable(tableFrom(columns), given).evidence.join()).toContain(
    "people has 1.204 beside whole numbers",
  );
  const fractions = { ...columns, people: (i: number) => ["1.5", "2"][i % 2]! };
  expect(describeTable(tableFrom(fractions), given).evidence).toEqual([]);
});
