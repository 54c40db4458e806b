import type { Question } from "@promptnce/core";
import { expect, it } from "vitest";
import { countAsked } from "./count-asked.ts";
import { taskSetup } from "../survey/task-setup.ts";

const { findTemplate } = await taskSetup("words", "faithful");
const base: Question = { kind: "marginal", y: "dog", task: "words", sample: 0 };
const pmi: Question = { kind: "pmi", x: { cue: "cat" }, y: "dog", task: "words", sample: 0 };

it("questions are counted with those the store answered, and the wordings once each", () => {
  const asked = countAsked(findTemplate);
  expect(asked).toMatchObject({ questions: 0, stored: 0 });
  const unreadable = { ok: false, reason: "no number" } as const;
  asked.answered(base, { text: "", stop: "end" }, unreadable);
  asked.answered(base, { text: "", stop: "end", stored: true }, unreadable);
  asked.answered(pmi, { text: "1", stop: "end", stored: false }, { ok: true, answer: 1, notes: [] });
  expect(asked).toMatchObject({ questions: 3, stored: 1 });
  expect([...asked.templates]).toEqual(["words/marginal@1", "words/pmi@1"]);
});

it("what batches of the same run brought into the store was not there before", () => {
  const asked = countAsked(findTemplate, 2);
  const reading = { ok: true, answer: 1, notes: [] } as const;
  for (const question of [base, pmi, base]) {
    asked.answered(question, { text: "1", stop: "end", stored: true }, reading);
  }
  expect(asked).toMatchObject({ questions: 3, stored: 1 });
});

it("replies beyond one a question are counted, those of the store not", async () => {
  const asked = countAsked(findTemplate);
  const reply = { text: "?", stop: "end" } as const;
  const provider = asked.replying({ name: "n", model: "m", settings: {}, complete: async () => reply });
  for (let i = 0; i < 3; i++) await provider.complete({ prompt: "p", sample: 0 });
  expect(asked.again).toBe(3);
  asked.answered(base, reply, { ok: false, reason: "no number" });
  asked.answered(pmi, { ...reply, stored: true }, { ok: false, reason: "no number" });
  expect(asked.again).toBe(2);
});
