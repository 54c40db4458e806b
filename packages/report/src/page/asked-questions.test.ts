import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Provider, type Question, requestOf } from "@promptnce/core";
import { findTemplate } from "@promptnce/prompts";
import { cached } from "@promptnce/engine";
import { openJournal, readJournal } from "@promptnce/engine/journal";
import { expect, it, onTestFinished } from "vitest";
import { WantedQuestions } from "./asked-questions.ts";

const base = (y: string): Question => ({ kind: "marginal", task: "words", y, sample: 0 });
const [dog, cat, fox] = ["dog", "cat", "fox"].map(base) as [Question, Question, Question];

function answering(text: string, settings: Provider["settings"] = {}): Provider {
  return { name: "vendor", model: "m", settings, complete: async () => ({ text, stop: "end" }) };
}

/** The path of a journal with these replies, each to a question put to a provider. */
async function storeWith(replies: readonly (readonly [Question, Provider])[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-asked-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "replies.jsonl");
  using journal = openJournal(path);
  for (const [question, provider] of replies) {
    await cached(provider, journal).complete(requestOf(findTemplate(question), question));
  }
  return path;
}

it("gives a question that several estimates share one place, in order of first use", () => {
  const wanted = new WantedQuestions();
  const how = { provider: answering(""), findTemplate };
  expect(wanted.placesOf([dog, cat], how)).toEqual([0, 1]);
  expect(wanted.placesOf([cat, fox, dog], how)).toEqual([1, 2, 0]);
  expect(wanted.placesOf([dog], { ...how, provider: answering("", { seed: 1 }) })).toEqual([3]);
});

it("shows the prompt, the reply and the reading of each question", async () => {
  const provider = answering('{"p_base": 0.25}');
  const wanted = new WantedQuestions();
  wanted.placesOf([cat, dog], { provider, findTemplate });
  const store = await storeWith([
    [fox, provider],
    [dog, provider],
    [cat, answering("perhaps")],
  ]);
  const [first, second, ...rest] = await wanted.readFrom({
    entries: () => readJournal(store, () => {}),
  });
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ kind: "marginal", reply: "perhaps", ok: false, notes: [] });
  expect(first?.read).not.toBe("never asked");
  const prompt = findTemplate(dog).render(dog);
  expect(second).toMatchObject({
    template: "words/marginal@1",
    prompt,
    reply: '{"p_base": 0.25}',
    read: "0.25",
    ok: true,
  });
});

it("marks a question without a stored reply as never asked, and shows its prompt", async () => {
  const wanted = new WantedQuestions();
  wanted.placesOf([dog], { provider: answering("", { seed: 1 }), findTemplate });
  const store = await storeWith([[dog, answering('{"p_base": 0.25}')]]);
  expect(await wanted.readFrom({ entries: () => readJournal(store, () => {}) })).toMatchObject([
    { prompt: findTemplate(dog).render(dog), reply: "", read: "never asked", ok: false },
  ]);
});
