import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type NamedColumns, planColumns } from "./plan-columns.ts";

const inference = { name: "chaosnli", fields: ["premise", "hypothesis"] };
const words = { name: "words", fields: ["cue"] };

function planned(given: NamedColumns, task = inference) {
  return planColumns(given, task);
}

describe("planColumns", () => {
  it("takes each field from the column of its name where nothing is said", () => {
    expect(planned({})).toEqual({
      x: [
        { field: "premise", column: "premise" },
        { field: "hypothesis", column: "hypothesis" },
      ],
    });
  });

  it("takes a field from the column that is given for it, which may have = in its name", () => {
    expect(planned({ x: ["premise=text=a", "hypothesis"] }).x).toEqual([
      { field: "premise", column: "text=a" },
      { field: "hypothesis", column: "hypothesis" },
    ]);
  });

  it("takes a task's one field from the one column, whatever that is called", () => {
    expect(planned({ x: ["stimulus"] }, words).x).toEqual([{ field: "cue", column: "stimulus" }]);
    expect(planned({ x: ["cue=a=b"] }, words).x).toEqual([{ field: "cue", column: "a=b" }]);
  });

  it("has the fields in the task's order however they are given: what x is known by depends on it", () => {
    const given = fc.shuffledSubarray(["premise=p", "hypothesis=h"], { minLength: 2 });
    fc.assert(
      fc.property(given, (x) => {
        expect(planned({ x }).x.map(({ field }) => field)).toEqual(["premise", "hypothesis"]);
      }),
    );
  });

  it("names columns of y and count only where they are given", () => {
    expect(planned({ y: "label" }, words)).toEqual({
      x: [{ field: "cue", column: "cue" }],
      y: "label",
    });
    expect(planned({ y: "label", count: "n" }, words)).toMatchObject({ y: "label", count: "n" });
  });

  it.each([
    [
      { x: ["claim", "hypothesis"] },
      'columns.x: the task chaosnli has no field claim, only premise, hypothesis; give `columns.x: "FIELD=COLUMN"` if a column has another name',
    ],
    [
      { x: ["premise"] },
      "columns.x: the field hypothesis of the task chaosnli needs one column, not 0",
    ],
    [
      { x: ["premise", "premise=p", "hypothesis"] },
      "columns.x: the field premise of the task chaosnli needs one column, not 2",
    ],
  ])("refuses %j", (given, sentence) => {
    expect(() => planned(given)).toThrow(sentence);
  });

  it("takes a field that is called as a column of the result is: theirs keeps its name", () => {
    expect(planned({}, { name: "mine", fields: ["status", "a=b"] }).x).toEqual([
      { field: "status", column: "status" },
      { field: "a=b", column: "a=b" },
    ]);
  });
});
