import type { CallOptions, Provider, Query, Reply, Request, Template } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { asker, type AskerOptions } from "./asker.ts";

const query: Query = { kind: "marginal", y: "dog" };
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
      return Number.isNaN(answer) ? { ok: false, reason: "no number" } : { ok: true, answer, notes: [] };
    },
  };
  return { read, findTemplate: () => template };
}

/** A provider that repeats what cannot be read, as those that are used do. */
function replying(...texts: string[]) {
  const sent: { request: Request; options: CallOptions | undefined }[] = [];
  const provider: Provider = {
    name: "v",
    model: "m",
    settings: {},
    complete: async (request, options) => {
      sent.push({ request, options });
      const replies = texts.map((text): Reply => ({ text, stop: "end" }));
      return replies.find((reply) => options?.readable?.(reply)) ?? replies.at(-1)!;
    },
  };
  return { sent, provider };
}

function asking(texts: readonly string[], more: Partial<AskerOptions> = {}) {
  const { read, findTemplate } = numbers();
  const { sent, provider } = replying(...texts);
  return { read, sent, ask: asker({ task: "mine", findTemplate, provider, closing, ...more }) };
}

describe("an asker", () => {
  it("sends what the task's wording makes of a query, once, and gives the answer", async () => {
    const { sent, ask } = asking(["0.25"]);
    expect(await ask(query)).toBe(0.25);
    expect(sent.map(({ request }) => request)).toEqual([{ prompt: "P of dog in mine?", sample: 0 }]);
  });

  it("gives the reply that can be read where an earlier one cannot, and nothing where none can", async () => {
    expect(await asking(["perhaps", "0.5"]).ask(query)).toBe(0.5);
    expect(await asking(["perhaps", "who knows"]).ask(query)).toBeUndefined();
  });

  it("reads every reply once", async () => {
    const { read, ask } = asking(["perhaps", "0.5"]);
    await ask(query);
    expect(read).toEqual(["perhaps", "0.5"]);
  });

  it("tells of a question with its reply and how it was read, once, also where it could not be", async () => {
    const told: unknown[] = [];
    const onAnswer: AskerOptions["onAnswer"] = (...one) => told.push(one);
    await asking(["0.5"], { onAnswer }).ask(query);
    await asking(["perhaps"], { onAnswer }).ask(query);
    const question = { ...query, task: "mine", sample: 0 };
    expect(told).toEqual([
      [question, { text: "0.5", stop: "end" }, { ok: true, answer: 0.5, notes: [] }],
      [question, { text: "perhaps", stop: "end" }, { ok: false, reason: "no number" }],
    ]);
  });

  it("lets a run that ends early be heard by the provider, whose error is the caller's", async () => {
    const { sent, ask } = asking(["0.5"]);
    await ask(query);
    expect(sent[0]?.options?.closing).toBe(closing);
    const down: Provider = { name: "v", model: "m", settings: {}, complete: () => Promise.reject(new Error("down")) };
    await expect(asking([], { provider: down }).ask(query)).rejects.toThrow("down");
  });
});
