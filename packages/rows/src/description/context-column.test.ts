import { describe, expect, it } from "vitest";
import { describeTable } from "./describe-table.ts";
import { firstDoubt, tableFrom } from "./table.test.support.ts";

const persona = (i: number): string => ["a nurse", "a teacher", "a judge"][i % 3]!;
const asked = (i: number): string => ["Should taxes rise?", "Are parks large?"][(i / 3) & 1]!;
const answer = (i: number): string => ["yes", "no"][(i / 6) & 1]!;
const n = (i: number): number => 3 + ((i * 7) % 11);

describe("a column of questions is the context of a survey", () => {
  it.each(["question", "item_text", "prompt"])("called %s", (name) => {
    const table = tableFrom({ [name]: asked, persona, answer, n }, 12);
    const doubt = firstDoubt(table);
    expect(doubt).toEqual({
      says: `${name} holds questions, each with answers of its own`,
      options: [`\`given: ["${name}"]\``, "`x`"],
    });
    const { roles, doubts } = describeTable(table, { given: [name] });
    expect([roles.x, roles.y, roles.count, doubts]).toEqual([["persona"], "answer", "n", []]);
  });

  it("by its name, where its texts are statements", () => {
    const statement = (i: number): string => ["Taxes are low", "Parks are large"][(i / 3) & 1]!;
    const table = tableFrom({ Statement: statement, persona, answer, n }, 12);
    expect(firstDoubt(table)?.options).toContain('`given: ["Statement"]`');
  });

  it("but not where each person is asked one, or where it is named as what they were shown", () => {
    const own = tableFrom({ question: (i) => `Is this ${i}?`, persona: (i) => `no. ${i}`, answer });
    expect(firstDoubt(own, { y: "answer" })?.options).toEqual(["`x`"]);
    const table = tableFrom({ question: asked, persona, answer, n }, 12);
    expect(firstDoubt(table, { x: ["question", "persona"], y: "answer" })).toBeUndefined();
  });
});
