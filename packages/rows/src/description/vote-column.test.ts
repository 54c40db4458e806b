import { written } from "@promptnce/core/errors";
import { describe, expect, it } from "vitest";
import { describeTable } from "./describe-table.ts";
import { tableFrom } from "./table.test.support.ts";

const text = (i: number): string => `The lift stopped again and nobody came, number ${i}`;
const label = (i: number): string => ["calm", "busy", "loud"][i % 3]!;
const inTurn = (cells: readonly string[]) => (i: number) => cells[i % cells.length]!;

describe("cells that are all votes count people, though nobody names them", () => {
  it.each([
    ["votes", ["4/5", "3/5", "5/5"], "votes holds votes: 4/5 is 4 of 5 people"],
    ["agreement", ["4 of 5", "2 of 3", "5 of 5"], "4 of 5 is 4 of 5 people"],
    ["who said so", ["2 out of 3", "3 out of 3"], "2 out of 3 is 2 of 3 people"],
    ["Agreement %", ["80 %", "66.7%", "100 %"], "holds shares of people, such as 80 %"],
  ])("%s", (name, cells, evidence) => {
    const described = describeTable(tableFrom({ text, label, [name]: inTurn(cells) }));
    const { roles, shape, doubts } = described;
    expect([roles.x, roles.y, roles.count, shape, doubts]).toEqual([
      ["text"],
      "label",
      name,
      "counted",
      [],
    ]);
    expect(described.evidence.map((one) => written(one)).join()).toContain(evidence);
  });

  it("percentages by any name, where they sum to one for each text", () => {
    const table = tableFrom({
      text: (i) => text(i >> 1),
      label: (i) => ["calm", "busy"][i % 2]!,
      answers: (i) => ["62.5 %", "37.5 %"][i % 2]!,
    });
    const { roles, doubts } = describeTable(table);
    expect([roles.count, doubts]).toEqual(["answers", []]);
  });
});

describe("cells that look like votes are none", () => {
  it("where they are ratings, which are the labels", () => {
    const { roles } = describeTable(tableFrom({ text, rating: inTurn(["4/5", "3/5", "5/5"]) }));
    expect([roles.y, roles.count]).toEqual(["rating", undefined]);
  });

  it("where the shares of a text sum to more than one", () => {
    const table = tableFrom({ text: (i) => text(i % 4), label, done: inTurn(["4/5", "3/5"]) });
    expect(describeTable(table).roles.count).toBeUndefined();
  });

  it("where percentages may be of anything, which is doubtful", () => {
    const { roles, doubts } = describeTable(tableFrom({ text, label, battery: inTurn(["80 %"]) }));
    expect([roles.count, doubts.length]).toEqual([undefined, 1]);
  });
});
