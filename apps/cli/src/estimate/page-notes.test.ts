import type { Question, Reply } from "@promptnce/core";
import { expect, it } from "vitest";
import { pageNotes } from "./page-notes.ts";
import { row } from "./rows.test.support.ts";
import { taskSetup } from "./task-setup.ts";

const { findTemplate } = await taskSetup("words", "faithful");
const question: Question = { kind: "marginal", y: "dog", task: "words", sample: 0 };
const reply = (text: string): Reply => ({ text, stop: "end" });

function notesOf(units: number, trials: number) {
  const notes = pageNotes({ trials, seed: "1", findTemplate });
  for (let i = 0; i < units; i++) notes.units.add({ unit: { row: row(`cue ${i}`), trials: [] }, estimates: [] }); // prettier-ignore
  return notes;
}

it("all units are kept up to 2,000 pairs, and of more a draw", () => {
  expect(notesOf(2000, 1).units).toMatchObject({ seen: 2000 });
  expect(notesOf(2000, 1).units.kept).toHaveLength(2000);
  expect(notesOf(2001, 1).units.kept).toHaveLength(2000);
  expect(notesOf(300, 9).units.kept).toHaveLength(222);
});

it("one unit is kept at least, however many labels it has", () => {
  expect(notesOf(5, 5000).units.kept).toHaveLength(1);
});

it("a reply that could not be read is kept as it came, with its prompt and why", () => {
  const notes = notesOf(0, 1);
  notes.answered(question, reply("0.1"), { ok: true, answer: 0.1, notes: [] });
  notes.answered(question, reply("perhaps"), { ok: false, reason: "no number" });
  expect(notes.unreadable).toEqual([
    { template: "words/marginal@1", prompt: findTemplate(question).render(question), reply: "perhaps", reason: "no number" }, // prettier-ignore
  ]);
  expect(notes.unreadableCount).toBe(1);
});

it("the first 200 unreadable replies are kept, and all are counted", () => {
  const notes = notesOf(0, 1);
  for (let i = 0; i < 250; i++)
    notes.answered(question, reply(`${i}`), { ok: false, reason: "no" });
  expect(notes.unreadable.map((one) => one.reply)).toEqual(Array.from({ length: 200 }, (_, i) => `${i}`)); // prettier-ignore
  expect(notes.unreadableCount).toBe(250);
});
