import type { Provider, Reply, Request } from "@promptnce/core";
import { ProviderError } from "@promptnce/core/errors";
import { describe, expect, it, vi } from "vitest";
import { memoryBudget } from "../money/budget.ts";
import { memory } from "../testing/counting-provider.test.support.ts";
import { cached } from "./cached.ts";
import { modelCalls, type ModelCallsOptions } from "./model-calls.ts";

/** What each question of a call is answered with: its instructions, unless they say otherwise. */
function partOf(instructions: string): Reply {
  if (instructions === "refuse") return { text: "", stop: "refusal" };
  if (instructions !== "lose") return { text: instructions, stop: "end" };
  return { text: "", stop: "failed", failure: { kind: "response", message: "lost" } };
}

/** A decision model that keeps the questions of each call. */
function deciding(
  most: number | undefined,
  answer: (questions: readonly string[]) => Promise<void> | void = () => {},
) {
  const calls: (readonly string[])[] = [];
  const provider: Provider = {
    name: "systemone",
    model: "m",
    settings: { questions: most },
    decides: 255,
    ...(most !== undefined && { questionsPerRequest: most }),
    async complete({ decision, beside = [] }, call) {
      const questions = [decision!, ...beside].map(({ instructions }) => instructions);
      await call?.tell?.({ is: "sending" });
      calls.push(questions);
      await answer(questions);
      const [own, ...others] = questions.map(partOf);
      const usage = { inputTokens: 100, outputTokens: 0, cachedTokens: 7, statedUsd: 0.3 };
      return { ...own!, usage, ...(others.length > 0 && { beside: others }) };
    },
  };
  return { calls, provider };
}

const about = (prompt: string, instructions: string): Request => ({
  prompt,
  sample: 0,
  decision: { instructions },
});

/** A model's calls behind a store, and questions about one state asked in one turn. */
function rig(provider: Provider, options: ModelCallsOptions = {}, store = memory()) {
  const asked = cached(modelCalls({ retry: { firstDelayMs: 1 }, ...options })(provider), store);
  const ask = (questions: readonly string[], prompt = "x") =>
    Promise.all(questions.map((one) => asked.complete(about(prompt, one))));
  return { asked, ask, store };
}

const refusedFor = (culprit: string) => (questions: readonly string[]) => {
  if (!questions.includes(culprit)) return;
  throw new ProviderError("too long", { kind: "request", retryable: false, status: 400 });
};

describe("together", () => {
  it("puts the questions about one prompt into one call, as many as the provider takes", async () => {
    const { calls, provider } = deciding(3);
    const { asked } = rig(provider, { pace: { concurrency: 1 } });
    const questions = "abcd".split("").flatMap((one) => [about("x", one), about("y", one)]);
    const replies = await Promise.all(questions.map((one) => asked.complete(one)));
    expect(replies.map(({ text }) => text)).toEqual("aabbccdd".split(""));
    expect(calls).toEqual([["a", "b", "c"], ["a", "b", "c"], ["d"], ["d"]]);
  });

  it("asks one by one where the provider says no number", async () => {
    const { calls, provider } = deciding(undefined);
    await rig(provider).ask(["a", "b"]);
    expect(calls).toEqual([["a"], ["b"]]);
  });

  it("keeps each question under its own key before it is used, with usage that sums to the call's", async () => {
    const { provider } = deciding(3);
    const { ask, store } = rig(provider);
    const replies = await ask(["a", "b", "c"]);
    expect([...store.kept.values()].map((entry) => entry.reply)).toEqual(replies);
    expect(replies.map(({ usage }) => usage?.inputTokens)).toEqual([33, 33, 34]);
    expect(replies.map(({ usage }) => usage?.cachedTokens)).toEqual([2, 2, 3]);
    expect(replies.map(({ usage }) => usage?.statedUsd)).toEqual([0.1, 0.1, 0.1].map(close));
  });

  it("sends again only what was under way when a run was killed", async () => {
    const second = Promise.withResolvers<void>();
    const killed = deciding(2, ([first]) => (first === "c" ? second.promise : undefined));
    const { ask, store } = rig(killed.provider);
    await ask(["a", "b"]);
    void ask(["c", "d"]);
    await expect.poll(() => killed.calls.length).toBe(2);
    const resumed = deciding(2);
    await rig(resumed.provider, {}, store).ask(["a", "b", "c", "d"]);
    expect(resumed.calls).toEqual([["c", "d"]]);
  });

  it("holds a refusal against its own question, and asks one alone whose answer is missing", async () => {
    const { calls, provider } = deciding(4, (questions) => {
      if (questions.length === 1)
        throw new ProviderError("no", { kind: "request", retryable: false });
    });
    const { ask } = rig(provider);
    const replies = await ask(["a", "refuse", "lose", "b"]);
    expect(replies.map(({ stop }) => stop)).toEqual(["end", "refusal", "failed", "end"]);
    expect(replies.map(({ usage }) => usage?.inputTokens)).toEqual([33, 33, undefined, 34]);
    expect(calls).toEqual([["a", "refuse", "lose", "b"], ["lose"]]);
  });

  it("asks each question alone where a server does not accept a call, so that one alone fails", async () => {
    const { calls, provider } = deciding(3, refusedFor("b"));
    const replies = await rig(provider).ask(["a", "b", "c"]);
    expect(replies.map(({ stop }) => stop)).toEqual(["end", "failed", "end"]);
    expect(calls).toEqual([["a", "b", "c"], ["a"], ["b"], ["c"]]);
  });

  it("retries a call as one, and counts what a call without a reply may have cost once", async () => {
    let times = 0;
    const { calls, provider } = deciding(2, () => {
      if (times++ > 0) return;
      throw new ProviderError("late", { kind: "timeout", retryable: true, mayBeBilled: true });
    });
    const { ask, store } = rig(provider);
    await ask(["a", "b"]);
    expect(calls).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
    const charges = (await Array.fromAsync(store.entries())).filter(({ charge }) => charge);
    expect(charges.map(({ decision }) => decision?.instructions)).toEqual(["a"]);
  });

  it("leaves out a question whose caller stops it before the call is sent", async () => {
    const { calls, provider } = deciding(3);
    const asked = modelCalls()(provider);
    const stop = async (): Promise<never> => Promise.reject(new Error("not any more"));
    const [a, b, c] = await Promise.allSettled([
      asked.complete(about("x", "a"), { signal: new AbortController().signal }),
      asked.complete(about("x", "b"), { tell: stop, signal: new AbortController().signal }),
      asked.complete(about("x", "c")),
    ]);
    expect(calls).toEqual([["a", "c"]]);
    expect([a, c]).toMatchObject([{ value: { text: "a" } }, { value: { text: "c" } }]);
    expect(b).toMatchObject({ reason: { message: "not any more" } });
  });

  it("aborts a call once all of its callers have", async () => {
    const callers = [new AbortController(), new AbortController()];
    const sent = Promise.withResolvers<AbortSignal>();
    const { provider } = deciding(2);
    const heeding: Provider = {
      ...provider,
      complete: (_, call) =>
        new Promise((_resolve, reject) => {
          const signal = call!.signal!;
          signal.addEventListener("abort", () => reject(signal.reason as Error));
          sent.resolve(signal);
        }),
    };
    const asked = modelCalls()(heeding);
    const ended = Promise.allSettled(
      callers.map(({ signal }, i) => asked.complete(about("x", `${i}`), { signal })),
    );
    const signal = await sent.promise;
    callers[0]?.abort(new Error("first"));
    expect(signal.aborted).toBe(false);
    callers[1]?.abort(new Error("second"));
    expect((await ended).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  it("reserves money for a call once", async () => {
    const { provider } = deciding(2);
    const budget = memoryBudget({ limit: 1 });
    const reserve = vi.spyOn(budget, "reserve");
    const price = { cost: () => 0.01, source: "this test" };
    await rig(provider, { budget: { budget, price } }).ask(["a", "b"]);
    expect(reserve).toHaveBeenCalledTimes(1);
  });
});

const close = (value: number): unknown => expect.closeTo(value, 12);
