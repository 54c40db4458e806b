import {
  type FindTemplate,
  type Provider,
  type Question,
  type Reply,
  type Template,
} from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { counting, memory } from "../testing/counting-provider.test.support.ts";
import { ProviderError } from "@promptnce/core/errors";
import { planned } from "./planned.ts";
import { session, type SessionOptions } from "./session.ts";

const template: Template = {
  id: "words/marginal",
  version: 1,
  render: (question) => `P of ${"y" in question ? question.y : ""}?`,
  parse: (_, text) =>
    text === "?"
      ? { ok: false, reason: "no number" }
      : { ok: true, answer: Number(text), notes: [] },
};
const about = (y: string): Question => ({ kind: "marginal", y, task: "words", sample: 0 });

/** Asks one after the other, each reply the provider's. */
async function asked(
  ys: readonly string[],
  provider: Provider,
  {
    findTemplate = () => template,
    ...more
  }: Partial<SessionOptions> & { readonly findTemplate?: FindTemplate } = {},
) {
  const asking = session({ provider, store: memory(), ...more });
  for (const y of ys) {
    await asking.ask(planned(about(y), findTemplate));
  }
  return asking.asked;
}

const saying = (text: string, more: Partial<Reply> = {}): Provider =>
  counting(() => ({ text, stop: "end", ...more }));

describe("a session", () => {
  it("counts questions with those the store answered, and the wordings once each", async () => {
    const { templates, ...counts } = await asked(["dog", "cat", "dog"], saying("0.1"));
    expect(counts).toMatchObject({
      questions: 3,
      stored: 1,
      again: 0,
      unreadable: 0,
      rehearsed: false,
      leftOut: {},
    });
    expect([...templates]).toEqual([["words/marginal@1", { id: "words/marginal", version: 1 }]]);
  });

  it("counts replies beyond one a question, those of the store not", async () => {
    const store = memory();
    expect(await asked(["dog", "cat"], saying("?"), { store })).toMatchObject({
      again: 4,
      unreadable: 2,
    });
    expect(await asked(["dog", "cat"], saying("?"), { store })).toMatchObject({
      again: 0,
      unreadable: 2,
      stored: 2,
    });
  });

  it("keeps the first unreadable replies as they came, with prompt and reason, and counts all", async () => {
    const { unreadable, unreadableReplies } = await asked(["dog", "cat", "cow"], saying("?"), {
      texts: 2,
    });
    expect(unreadable).toBe(3);
    const reply = { template: "words/marginal@1", reply: "?", reason: "no number" };
    expect(unreadableReplies).toEqual([
      { ...reply, prompt: "P of dog?" },
      { ...reply, prompt: "P of cat?" },
    ]);
  });

  it("adds up what the replies were like, those of the store with them", async () => {
    const store = memory();
    await asked(["dog"], saying("?"), { store });
    const { raw } = await asked(["dog", "cat"], saying("0.1"), { store });
    expect(raw.marginal).toMatchObject({ replies: 2, unreadable: 1 });
  });

  it("sends nothing more where the first answers sum far from one, in this run or in the one before", async () => {
    const answer = { labels: ["a"], masses: [1], doubtfulSum: 5 };
    const flat: Template = {
      ...template,
      parse: () => ({ ok: true, answer: answer as never, notes: [] }),
    };
    const [store, provider] = [memory(), saying("5")];
    const many = Array.from({ length: 30 }, (_, i) => `y${i}`);
    const ask = () => asked(many, provider, { store, findTemplate: () => flat });
    await expect(ask()).rejects.toThrow("because its masses sum far from one");
    expect(store.kept.size).toBe(11);
    await expect(ask()).rejects.toThrow("because its masses sum far from one");
    expect(store.kept.size).toBe(11);
  });

  it("knows the keys of what the store holds of its questions, and of nothing else", async () => {
    const store = memory();
    await asked(["cow"], saying("0.1"), { store });
    const { keys } = await asked(["dog", "cat"], saying("0.1"), { store });
    const known = Array.from(store.kept, ([key, { prompt }]) => [
      prompt,
      keys.get(key) !== undefined,
    ]);
    expect(known).toEqual([
      ["P of cow?", false],
      ["P of dog?", true],
      ["P of cat?", true],
    ]);
  });

  it("tells a rehearsal by its replies, whatever the model is called", async () => {
    expect(await asked(["dog"], saying("0.1", { id: "msg_promptnce_simulated_1" }))).toMatchObject({
      rehearsed: true,
    });
  });

  it("counts what failed for good apart from what could not be read, now or in an earlier run", async () => {
    const store = memory();
    const refusing = counting((prompt) => {
      if (prompt !== "P of dog?") return { text: "0.1", stop: "end" };
      throw new ProviderError("no", { kind: "request", status: 400, retryable: false });
    });
    const ys = ["cow", "dog", "cat"];
    const counts = { questions: 3, failed: 1, unreadable: 0, again: 0 };
    const { unreadableReplies, ...first } = await asked(ys, refusing, { store });
    expect(first).toMatchObject({ ...counts, stored: 0 });
    expect(unreadableReplies).toMatchObject([
      { prompt: "P of dog?", reason: "the request failed: no" },
    ]);
    expect(await asked(ys, refusing, { store })).toMatchObject({ ...counts, stored: 3 });
  });

  it("names the models that answered, by their own names", async () => {
    const { served } = await asked(
      ["dog", "cat"],
      saying("0.1", { served: { model: "m-2026-11-01" } }),
    );
    expect([...served]).toEqual([["m-2026-11-01", 2]]);
  });

  it("sends nothing more where the first answers are of no use, in this run or in the one before", async () => {
    const provider = saying("?") as ReturnType<typeof counting>;
    const store = memory();
    const many = Array.from({ length: 40 }, (_, i) => `y${i}`);
    await expect(asked(many, provider, { store })).rejects.toThrow(
      "11 of the first 11 answers of test-1",
    );
    expect(provider.calls).toBe(11);
    await expect(asked(many, provider, { store })).rejects.toThrow(
      "answers of test-1 to words/marginal are of little or no use",
    );
    expect(provider.calls).toBeLessThan(25);
  });
});
