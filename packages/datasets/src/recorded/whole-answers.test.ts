import { describe, expect, it } from "vitest";
import { wholeAnswers } from "./whole-answers.ts";

describe("wholeAnswers", () => {
  it("joins what was split at a comma inside an answer", () => {
    const given = new Set(["Yes, frequently", "Yes, on occasion", "No"]);
    const options = ["Yes", "frequently", "Yes", "on occasion", "No", "Refused"];
    expect(wholeAnswers("Q", options, given)).toEqual([
      "Yes, frequently",
      "Yes, on occasion",
      "No",
    ]);
  });

  it("takes the longest answer where a shorter one begins it", () => {
    const given = new Set(["Important", "Important, but not essential"]);
    const options = ["Important", "but not essential", "Important"];
    expect(wholeAnswers("Q", options, given)).toEqual([
      "Important, but not essential",
      "Important",
    ]);
  });

  it("takes quotation marks off that surround an option, and no others", () => {
    const given = new Set(["Helps a man's chances", 'Says "no"']);
    const options = ['"Helps a man\'s chances"', 'Says "no"'];
    expect(wholeAnswers("Q", options, given)).toEqual(["Helps a man's chances", 'Says "no"']);
  });

  it("leaves out options that nobody chose", () => {
    expect(wholeAnswers("Q", ["Some", "None", "Refused"], new Set(["Some"]))).toEqual(["Some"]);
  });

  it("refuses an answer that the list does not have", () => {
    expect(() => wholeAnswers("Q_W1", ["Yes", "No"], new Set(["Yes", "Perhaps"]))).toThrow(
      'People answered "Perhaps" to Q_W1, whose list of options has no such answer.',
    );
  });
});
