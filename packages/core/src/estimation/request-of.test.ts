import { describe, expect, it } from "vitest";
import { requestOf } from "./request-of.ts";
import type { Continuation, Question, Template } from "../types.ts";

const question: Question = { kind: "marginal", y: "PUSH", task: "words", sample: 3 };
const template: Template = {
  id: "words/marginal",
  version: 1,
  render: () => "How often is PUSH said?",
  parse: () => ({ ok: false, reason: "not read here" }),
};

describe("requestOf", () => {
  it("is the rendered prompt with the number of the draw", () => {
    expect(requestOf(template, question)).toEqual({ prompt: "How often is PUSH said?", sample: 3 });
  });

  it("takes along the text to be scored where the template has one", () => {
    const continuation: Continuation = { text: "PUSH", template: "plain", span: "content" };
    const scoring: Template = { ...template, continuation: () => continuation };
    expect(requestOf(scoring, question).continuation).toEqual(continuation);
  });
});
