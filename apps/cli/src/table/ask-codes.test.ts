import type * as clack from "@clack/prompts";
import { describe, expect, it, vi } from "vitest";
import { describeTable } from "@promptnce/rows/description";
import { askCodes, codesIn } from "./ask-codes.ts";

/** A person who types this. */
function typing(answer: string | symbol) {
  const text = vi.fn<typeof clack.text>().mockResolvedValue(answer as string);
  const isCancel = ((given) => typeof given === "symbol") as typeof clack.isCancel;
  return { text: text as typeof clack.text, isCancel, asked: text.mock };
}

describe("codes are asked about by what is typed", () => {
  it.each([
    ["1=Agree, 2=Disagree", { 1: "Agree", 2: "Disagree" }],
    ["1 = Yes, often;2=No", { 1: "Yes, often", 2: "No" }],
    ["  ", undefined],
  ])("%j", async (typed, codebook) => {
    expect(await askCodes(["1", "2"], typing(typed))).toEqual(codebook);
  });

  it("and a code without a label is asked about again", async () => {
    const person = typing("1=Yes, 2=No");
    await askCodes(["1", "2"], person);
    const [[{ validate, message }]] = person.asked.calls as [Parameters<typeof clack.text>];
    expect(message).toBe("The labels are 1, 2. If these are codes, what does each stand for?");
    const says = (typed: string): unknown => (validate as (typed: string) => unknown)(typed);
    expect([says(""), says("1=Yes"), says("1=Yes, 2=No")]).toEqual([
      undefined,
      "Say what 2 stands for, as 2=LABEL",
      undefined,
    ]);
  });

  it("and who stops writes no study", async () => {
    await expect(askCodes(["1", "2"], typing(Symbol("cancel")))).rejects.toThrow(
      "No study was written.",
    );
  });
});

describe("codes are a few whole numbers in the columns of labels", () => {
  const columnsOf = (cells: readonly string[]) =>
    describeTable({ columns: ["q1"], rows: cells.map((cell) => () => cell) }).columns;
  it.each([
    ["2, 1 and 1.0", ["2", "1", "1.0", "2"], ["1", "1.0", "2"]],
    ["words", ["calm", "busy", "calm", "busy"], undefined],
    ["halves", ["1.5", "2", "2", "1.5"], undefined],
    ["one number", ["1", "1", "1", "1"], undefined],
    ["many numbers", Array.from({ length: 30 }, (_, i) => String(i)), undefined],
  ])("%s", (_, cells, codes) => {
    expect(codesIn(columnsOf(cells), { y: "q1" })).toEqual(codes);
  });
});
