import type { Table } from "@promptnce/report";
import { describe, expect, it } from "vitest";
import { decisionsFigure, decisionsFinding } from "./decisions-figure.ts";

const UNSHOWN = "no: nothing shows that it knows which y goes with which x";

/** A table with a row for each verdict. */
function table(...verdicts: readonly string[]): Table {
  const ids = ["dataset", "model", "way", "rho", "verdict"];
  return {
    name: "decisions-people",
    title: "t",
    simulated: undefined,
    columns: ids.map((id) => ({ id, title: id })),
    rows: verdicts.map((verdict, i) => [
      "words",
      "m",
      `way ${i}`,
      { value: 0.2, standardError: 0.05 },
      verdict,
    ]),
    notes: [],
  };
}

describe("the finding about a decision model", () => {
  it.each([
    [
      [UNSHOWN, UNSHOWN],
      "In all 2 cases (a dataset and a way of asking), nothing shows that the model knows which y goes with which x.",
    ],
    [
      ["no: too low by 0.12", UNSHOWN, "no: too low by 0.30"],
      "In 2 of 3 cases (a dataset and a way of asking), they are too low; in 1, nothing shows that the model knows which y goes with which x.",
    ],
    [
      ["no difference from people is shown", "no difference from people is shown"],
      "In all 2 cases (a dataset and a way of asking), no difference from people is shown.",
    ],
  ])("counts the verdicts of its table: %j", (verdicts, text) => {
    expect(decisionsFinding(table(...verdicts))).toBe(`Are these probabilities people's? ${text}`);
  });

  it("is drawn as a line a row, with its interval", () => {
    const { dots } = decisionsFigure(table(UNSHOWN, UNSHOWN));
    expect(dots.map(({ row }) => row)).toEqual(["words: way 0", "words: way 1"]);
    expect(dots[0]).toMatchObject({
      value: 0.2,
      low: expect.closeTo(0.102, 9),
      high: expect.closeTo(0.298, 9),
    });
  });
});
