import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { elicit, type Progress } from "./elicit.ts";
import type { Provider, Reply } from "../provider.ts";
import type { FindTemplate, Question, Template } from "../types.ts";

const questions: Question[] = Array.from({ length: 20 }, (_, i) => {
  return { kind: "marginal", task: "words", sample: 0, y: `${i}` };
});

const template: Template = {
  id: "words/marginal",
  version: 2,
  render: (question) => `rate ${(question as { y: string }).y}`,
  parse: (_, reply) =>
    reply === "?"
      ? { ok: false, reason: "no number" }
      : { ok: true, answer: Number(reply), notes: [] },
};
const findTemplate: FindTemplate = () => template;

function provider(answer: (prompt: string) => Promise<Reply> | Reply): Provider {
  const complete: Provider["complete"] = async ({ prompt }) => answer(prompt);
  return { name: "test", model: "test", settings: {}, complete };
}
const end = (text: string, extra: Partial<Reply> = {}): Reply => ({ text, stop: "end", ...extra });

describe("elicit", () => {
  it("asks every question once and keeps prompt, reply, template and reading together", async () => {
    const got = await Array.fromAsync(
      elicit(questions, { findTemplate, provider: provider((prompt) => end(prompt.slice(5))) }),
    );
    const answered = got.map(({ reading }) => (reading.ok ? reading.answer : undefined));
    expect(new Set(answered)).toEqual(new Set(questions.map((_, i) => i)));
    expect(answered).toHaveLength(20);
    expect(got[0]).toMatchObject({ template: "words/marginal@2", prompt: "rate 0" });
  });

  it.each([0, -1, Number.NaN])(
    "refuses a concurrency of %d, of which it would ask nothing",
    async (concurrency) => {
      const asking = elicit(questions, {
        findTemplate,
        provider: provider(() => end("1")),
        concurrency,
      });
      await expect(asking.next()).rejects.toThrow(`a concurrency of 1 or more, not ${concurrency}`);
    },
  );

  it("tells the provider which replies it can read, a refusal never", async () => {
    const seen: unknown[] = [];
    const complete: Provider["complete"] = async (request, options) => {
      expect(Object.keys(request)).toEqual(["prompt", "sample", "template"]);
      const readable = (reply: Reply): boolean => options?.read?.(reply).ok === true;
      seen.push([readable(end("1")), readable(end("?")), readable(end("1", { stop: "refusal" }))]);
      return end("1");
    };
    await Array.fromAsync(
      elicit(questions.slice(0, 1), {
        findTemplate,
        provider: { name: "test", model: "test", settings: {}, complete },
      }),
    );
    expect(seen).toEqual([[true, false, false]]);
  });

  it("never has more calls under way than allowed, and as many as allowed", async () => {
    let now = 0;
    let most = 0;
    const slow = provider(async () => {
      most = Math.max(most, ++now);
      await nextTurn();
      now--;
      return end("1");
    });
    await Array.fromAsync(elicit(questions, { findTemplate, provider: slow, concurrency: 3 }));
    expect(most).toBe(3);
  });

  it("draws questions only as places become free", async () => {
    let drawn = 0;
    function* counted() {
      for (const question of questions) {
        drawn++;
        yield question;
      }
    }
    const stream = elicit(counted(), {
      findTemplate,
      provider: provider(() => end("1")),
      concurrency: 2,
    });
    await stream.next();
    expect(drawn).toBeLessThanOrEqual(4);
    await stream.return();
  });

  it("keeps an unreadable reply as an elicitation with its reason and text", async () => {
    const [got] = await Array.fromAsync(
      elicit(questions.slice(0, 1), { findTemplate, provider: provider(() => end("?")) }),
    );
    expect(got?.reading).toEqual({ ok: false, reason: "no number" });
    expect(got?.reply.text).toBe("?");
  });

  it("does not look for numbers in a refusal, and names the limit when a cut reply cannot be read", async () => {
    const read = async (reply: Reply) => {
      const run = elicit(questions.slice(0, 1), { findTemplate, provider: provider(() => reply) });
      return (await Array.fromAsync(run))[0]?.reading;
    };
    expect(await read({ text: "0.3", stop: "refusal" })).toEqual({
      ok: false,
      reason: "the model refused to answer",
    });
    expect(await read({ text: "?", stop: "length" })).toMatchObject({
      reason: /^cut off.*no number$/,
    });
    expect(await read({ text: "0.3", stop: "length" })).toMatchObject({
      ok: true,
      answer: 0.3,
      cut: true,
      notes: ["cut off at the token limit, behind all that is needed"],
    });
  });

  it("says of an empty reply that all its tokens went into reasoning, where they did", async () => {
    const read = async (reply: Reply) => {
      const run = elicit(questions.slice(0, 1), { findTemplate, provider: provider(() => reply) });
      return (await Array.fromAsync(run))[0]?.reading;
    };
    const usage = { inputTokens: 13, outputTokens: 60, reasoningTokens: 60 };
    for (const stop of ["end", "length"] as const) {
      expect(await read({ text: " \n", stop, usage })).toEqual({
        ok: false,
        reason: "the reply is empty, since all of its 60 tokens went into reasoning",
      });
    }
    expect(await read({ text: "0.3", stop: "end", usage })).toMatchObject({ ok: true });
    const within = { ...usage, reasoningTokens: 0 };
    expect(await read({ text: "?", stop: "end", usage: within })).toMatchObject({
      reason: "no number",
    });
  });

  it("after an error asks nothing new, yields what was in flight, then throws", async () => {
    let calls = 0;
    const failing = provider(async (prompt) => {
      calls++;
      if (prompt === "rate 1") throw new Error("401");
      await nextTurn();
      return end("1");
    });
    const got: unknown[] = [];
    const run = async () => {
      const stream = elicit(questions, { findTemplate, provider: failing, concurrency: 4 });
      for await (const elicitation of stream) {
        got.push(elicitation);
      }
    };
    await expect(run()).rejects.toThrow("401");
    expect(calls).toBe(4);
    expect(got).toHaveLength(3);
  });

  it("after an abort asks nothing new, yields what was in flight, then throws the reason", async () => {
    const controller = new AbortController();
    const got: unknown[] = [];
    const run = async () => {
      const slow = provider(() => nextTurn().then(() => end("1")));
      const stream = elicit(questions, {
        findTemplate,
        provider: slow,
        concurrency: 4,
        signal: controller.signal,
      });
      for await (const elicitation of stream) {
        got.push(elicitation);
        controller.abort(new Error("stopped"));
      }
    };
    await expect(run()).rejects.toThrow("stopped");
    expect(got.length).toBeGreaterThanOrEqual(4);
    expect(got.length).toBeLessThanOrEqual(8);
  });

  it("waits for what is in flight when the loop is left early", async () => {
    let finished = 0;
    const slow = provider(async (prompt) => {
      await nextTurn();
      if (prompt !== "rate 0") await nextTurn();
      finished++;
      return end("1");
    });
    for await (const _ of elicit(questions, { findTemplate, provider: slow, concurrency: 5 }))
      break;
    expect(finished).toBeGreaterThanOrEqual(5);
  });

  it("reports progress: done, from store, unreadable, in flight", async () => {
    const seen: Progress[] = [];
    const mixed = provider((prompt) =>
      prompt === "rate 3" ? end("?") : end("1", { stored: true }),
    );
    await Array.fromAsync(
      elicit(questions, { findTemplate, provider: mixed, onProgress: (p) => void seen.push(p) }),
    );
    expect(seen).toHaveLength(20);
    expect(seen.at(-1)).toEqual({ done: 20, stored: 19, unreadable: 1, failed: 0, inFlight: 0 });
  });
});

describe("elicit's closing", () => {
  /** Answers the first question, and lets the others wait for a place until the run closes. */
  function crowded(first: () => Promise<Reply>): { provider: Provider; sent: string[] } {
    const sent: string[] = [];
    const complete: Provider["complete"] = async ({ prompt }, options) => {
      if (prompt === "rate 0") {
        sent.push(prompt);
        return first();
      }
      const { closing } = options ?? {};
      await new Promise((_, reject) => {
        closing?.addEventListener("abort", () => reject(closing.reason as Error));
      });
      sent.push(prompt);
      return end("1");
    };
    return { provider: { name: "test", model: "test", settings: {}, complete }, sent };
  }

  it("calls off what waits in a wrapper when a call fails, and throws that call's error", async () => {
    const { provider: waiting, sent } = crowded(() => Promise.reject(new Error("no credit")));
    const run = Array.fromAsync(elicit(questions, { findTemplate, provider: waiting }));
    await expect(run).rejects.toThrow("no credit");
    expect(sent).toEqual(["rate 0"]);
  });

  it("calls off what waits in a wrapper at an abort, even where all was asked, and throws its reason", async () => {
    const controller = new AbortController();
    const { provider: waiting, sent } = crowded(async () => {
      setImmediate(() => controller.abort(new Error("stopped")));
      return end("1");
    });
    const run = Array.fromAsync(
      elicit(questions.slice(0, 3), { findTemplate, provider: waiting, signal: controller.signal }),
    );
    await expect(run).rejects.toThrow("stopped");
    expect(sent).toEqual(["rate 0"]);
  });

  it("calls off what waits in a wrapper when the loop is left early", async () => {
    const { provider: waiting, sent } = crowded(async () => end("1"));
    for await (const _ of elicit(questions, { findTemplate, provider: waiting })) {
      break;
    }
    expect(sent).toEqual(["rate 0"]);
  });
});
