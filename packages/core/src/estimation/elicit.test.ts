import { describe, expect, it } from "vitest";
import { elicit } from "./elicit.ts";
import type { CallContext, Provider, Reply, Request } from "../provider.ts";
import type { Question, Template } from "../types.ts";

const question: Question = { kind: "marginal", y: "dog", task: "mine", sample: 0 };
const closing = new AbortController().signal;

/** Reads a number, and counts how often it is asked to. */
function numbers() {
  const read: string[] = [];
  const template: Template = {
    id: "t/marginal",
    version: 3,
    render: (question) => `P of ${"y" in question ? question.y : ""} in ${question.task}?`,
    parse: (_, text) => {
      read.push(text);
      const answer = Number(text);
      return Number.isNaN(answer)
        ? { ok: false, reason: "no number" }
        : { ok: true, answer, notes: [] };
    },
  };
  return { read, findTemplate: () => template };
}

/** A provider that repeats what cannot be read, as those that are used do. */
function replying(...texts: string[]) {
  const sent: { request: Request; options: CallContext | undefined }[] = [];
  const provider: Provider = {
    name: "v",
    model: "m",
    settings: {},
    complete: async (request, options) => {
      sent.push({ request, options });
      const replies = texts.map((text): Reply => ({ text, stop: "end" }));
      return replies.find((reply) => options?.read?.(reply).ok) ?? replies.at(-1)!;
    },
  };
  return { sent, provider };
}

function asking(...texts: string[]) {
  const { read, findTemplate } = numbers();
  const { sent, provider } = replying(...texts);
  return { read, sent, ask: () => elicit(question, { findTemplate, provider }, closing) };
}

describe("elicit", () => {
  it("sends what the task's wording makes of a question, once, and gives the answer with all it rests on", async () => {
    const { sent, ask } = asking("0.25");
    expect(await ask()).toEqual({
      question,
      template: "t/marginal@3",
      prompt: "P of dog in mine?",
      reply: { text: "0.25", stop: "end" },
      reading: { ok: true, answer: 0.25, notes: [] },
    });
    expect(sent.map(({ request }) => request)).toEqual([
      { prompt: "P of dog in mine?", sample: 0, template: { id: "t/marginal", version: 3 } },
    ]);
  });

  it("gives the reply that can be read where an earlier one cannot, and a reason where none can", async () => {
    expect((await asking("perhaps", "0.5").ask()).reading).toMatchObject({ ok: true, answer: 0.5 });
    expect((await asking("perhaps", "who knows").ask()).reading).toEqual({
      ok: false,
      reason: "no number",
    });
  });

  it("reads every reply once", async () => {
    const { read, ask } = asking("perhaps", "0.5");
    await ask();
    expect(read).toEqual(["perhaps", "0.5"]);
  });

  it("lets a run that ends early be heard by the provider, whose error is the caller's", async () => {
    const { sent, ask } = asking("0.5");
    await ask();
    expect(sent[0]?.options?.closing).toBe(closing);
    const down: Provider = {
      name: "v",
      model: "m",
      settings: {},
      complete: () => Promise.reject(new Error("down")),
    };
    await expect(
      elicit(question, { findTemplate: numbers().findTemplate, provider: down }),
    ).rejects.toThrow("down");
  });
});
