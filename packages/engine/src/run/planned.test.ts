import type { Question, Template } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { allPlanned, planned } from "./planned.ts";

const template: Template = {
  id: "t",
  version: 1,
  render: () => "",
  parse: () => ({ ok: false, reason: "" }),
};
const about = { task: "t", sample: 0, x: { a: "b" }, y: "c" } as const;

describe("a planned question", () => {
  const question: Question = { kind: "marginal", task: "words", y: "dog", sample: 2 };
  const schema = { type: "object" };
  const any: Template = {
    id: "words/any",
    version: 1,
    render: (asked) => JSON.stringify(asked),
    schema: () => schema,
    parse: (_question, text) =>
      text === "good" ? { ok: true, answer: 0.5, notes: [] } : { ok: false, reason: "not good" },
  };
  const { request, read } = planned(question, () => any);

  it("is asked in a batch with the prompt, the sample and the schema of a single call", () => {
    expect(request).toEqual({
      prompt: JSON.stringify(question),
      sample: 2,
      schema,
      template: { id: "words/any", version: 1 },
    });
  });

  it("has a good reply where the template can read it", () => {
    expect(read?.({ text: "good", stop: "end" })).toMatchObject({ ok: true, answer: 0.5 });
    expect(read?.({ text: "bad", stop: "end" })).toEqual({ ok: false, reason: "not good" });
  });
});

it("expects a line a candidate, a number with a note, and nothing of a text that is scored", () => {
  const expected = (question: Question): number =>
    planned(question, () => template).expectedOutputTokens;
  const candidates = ["c", "d", "e"];
  expect(expected({ ...about, kind: "open", candidates })).toBe(45);
  expect(expected({ ...about, kind: "conditional" })).toBe(40);
  expect(expected({ ...about, kind: "likelihood", scoring: "turn" } as never)).toBe(0);
});

it("are rendered anew, one at a time, each time that all are gone through", () => {
  const questions = ["dog", "cat", "cow"].map((y): Question => {
    return { kind: "marginal", task: "t", y, sample: 0 };
  });
  const rendered: string[] = [];
  const render: Template["render"] = (question) => {
    const y = "y" in question ? String(question.y) : "";
    rendered.push(y);
    return y;
  };
  const all = allPlanned(questions, () => ({ ...template, render }));
  expect(rendered).toEqual([]);
  const [first] = all;
  expect(first).toMatchObject({ question: questions[0], request: { prompt: "dog" } });
  expect(rendered).toEqual(["dog"]);
  expect(Array.from(all, ({ request }) => request.prompt)).toEqual(["dog", "cat", "cow"]);
});
