import { describe, expect, it } from "vitest";
import { proposedPhrases } from "./proposed-phrases.ts";

describe("the proposed phrases", () => {
  it.each([
    [{ x: ["comment"], y: "mood" }, "ONE comment", "answers with the mood that fits it", "mood"],
    [{ x: ["Comment"], y: "Mood" }, "ONE comment", "answers with the mood that fits it", "mood"],
    [
      { x: ["Trade"], y: "Responses", given: ["Item"] },
      "ONE trade",
      "answers the question",
      "response",
    ],
  ])("of %j are words of a sentence", (roles, sees, event, label) => {
    expect(proposedPhrases(roles)).toEqual({ person: "a person", sees, event, label });
  });

  it.each([["persona"], ["Group"], ["demographics"]])(
    "of a survey answered by a %s say who is asked what",
    (who) => {
      expect(proposedPhrases({ x: [who], y: "Response", given: ["Question"] })).toEqual({
        person: "a person like the one described",
        sees: "ONE question",
        event: "chooses one of its answers",
        label: "response",
      });
    },
  );
});
