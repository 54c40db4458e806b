import { describe, expect, it } from "vitest";
import { firstDoubt, tableFrom } from "./table.test.support.ts";

const group = (i: number): string => `people of group ${i % 6}`;
const given = { x: ["group"], y: "y", count: false } as const;

function doubtOf(...cells: readonly string[]) {
  return firstDoubt(
    tableFrom({ group, y: (i) => cells[i % cells.length]! }, 4 * cells.length),
    given,
  );
}

describe("-1 in columns of raters", () => {
  const columns = (least: number) => ({
    group,
    r1: (i: number) => i % 3,
    r2: (i: number) => (i % 2 === 0 ? -1 : (i + 1) % 3),
    r3: (i: number) => (i % 4 === 0 ? least : i % 3),
  });
  const raters = ["r1", "r2", "r3"];

  it("may be a label or no vote, as in tables for models of annotators", () => {
    const doubt = firstDoubt(tableFrom(columns(-1)), { x: ["group"], raters });
    expect(doubt?.says).toContain("have -1 (18), which may be a label or no vote");
    expect(doubt?.options).toEqual(['`missing: ["-1"]`', '`missing: ["NA"]`']);
  });

  it("is asked about once, and not where it belongs to a scale", () => {
    const said = { x: ["group"], raters, missing: ["-1"] };
    expect(firstDoubt(tableFrom(columns(-1)), said)).toBeUndefined();
    expect(firstDoubt(tableFrom(columns(-2)), { x: ["group"], raters })).toBeUndefined();
  });
});

describe("answers that may be none are seen, with their number", () => {
  it.each([
    ["a survey's words", ["Agree", "Disagree", "Don't know", "Refused"], ["Don't know", "Refused"]],
    ["typographic quotes", ["Yes", "No", "I don’t know"], ["I don’t know"]],
    ["Pew's", ["Yes", "No", "DK/Refused (VOL.)"], ["DK/Refused (VOL.)"]],
    ["a census", ["Buddhist", "No religion", "Not stated"], ["Not stated"]],
    ["German", ["Ja", "Nein", "Weiß nicht", "keine Angabe"], ["Weiß nicht", "keine Angabe"]],
    ["Spanish", ["Sí", "No", "No sabe", "No contesta"], ["No sabe", "No contesta"]],
    ["French", ["Oui", "Non", "Ne sait pas"], ["Ne sait pas"]],
    ["a form", ["Woman", "Man", "Prefer not to say"], ["Prefer not to say"]],
    [
      "free associations",
      ["water", "fish", "No more responses", "Unknown word"],
      ["No more responses", "Unknown word"],
    ],
    ["the General Social Survey", ["happy", "sad", ".i:  Inapplicable"], [".i:  Inapplicable"]],
    ["Stata's values by letter", ["happy", "sad", ".d"], [".d"]],
    ["codes before labels", ["(1) Agree", "(2) Disagree", "(-9) No answer"], ["(-9) No answer"]],
    ["Stata's point", ["yes", "no", "."], ["."]],
    ["SNLI, where no label has a majority", ["entailment", "neutral", "-"], ["-"]],
    ["codes of a panel", ["1", "2", "3", "-9", "-8"], ["-9", "-8"]],
    ["codes of SPSS", ["1", "2", "3", "4", "99"], ["99"]],
  ])("of %s", (_, cells, missing) => {
    const doubt = doubtOf(...cells);
    expect(doubt?.says).toContain(`${JSON.stringify(missing[0])} (4)`);
    expect(doubt?.options[0]).toBe(`\`missing: ${JSON.stringify(missing)}\``);
  });

  it.each([
    ["ratings on both sides of 0", ["-5", "-3", "0", "2", "5"]],
    ["ratings up to 10", ["1", "5", "8", "9", "10"]],
    ["answers that are meant", ["Yes", "No", "Not sure which", "Nobody knows"]],
    ["none as a label", ["music", "talk", "none"]],
  ])("but not in %s", (_, cells) => {
    expect(doubtOf(...cells)).toBeUndefined();
  });
});
