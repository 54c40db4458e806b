import type { Provider, Reply } from "@promptnce/core";
import { memoryStore } from "@promptnce/engine";
import { ProviderError } from "@promptnce/core/errors";
import { describe, expect, it } from "vitest";
import { asking } from "./asking.ts";

const wanted = { request: { prompt: "p", sample: 0 } };

/** A model that fails with the error until it is told to answer. */
function failing(error: ProviderError) {
  const state = { calls: 0, isDown: true };
  const complete = async (): Promise<Reply> => {
    state.calls++;
    if (state.isDown) throw error;
    return { text: "answered", stop: "end" };
  };
  const provider: Provider = { name: "a", model: "m", settings: {}, complete };
  return { provider, state };
}

const refusal = new ProviderError("too long", { kind: "request", retryable: false, status: 400 });
const outage = new ProviderError("nobody listens", { kind: "connection", retryable: true });

describe("a failure of a single request", () => {
  it("is a reply with its reason", async () => {
    const { ask, call } = asking(failing(outage).provider, memoryStore(), {});
    const { reply } = await call(() => ask(wanted));
    expect(reply.failure?.message).toBe("nobody listens");
  });

  it("is stored where the prompt is the cause, and sent again only with `retryFailed`", async () => {
    const { provider: model, state } = failing(refusal);
    const store = memoryStore();
    const { ask, call } = asking(model, store, {});
    await call(() => ask(wanted));
    const { reply: again } = await call(() => ask(wanted));
    expect(again).toMatchObject({ stored: true, failure: { message: "too long" } });
    expect(state.calls).toBe(1);
    state.isDown = false;
    const retrying = asking(model, store, { retryFailed: true });
    expect((await retrying.call(() => retrying.ask(wanted))).reply.text).toBe("answered");
  });

  it("is not stored where the server was down, however often, and is sent again by the next call", async () => {
    const { provider: model, state } = failing(outage);
    const { ask, call } = asking(model, memoryStore(), {});
    for (let i = 0; i < 12; i++) {
      expect((await call(() => ask(wanted))).reply.failure).toBeDefined();
    }
    expect(state.calls).toBe(12);
    state.isDown = false;
    expect((await call(() => ask(wanted))).reply.text).toBe("answered");
  });
});

describe("a failure of every request", () => {
  it.each([
    ["a rejected key", { kind: "auth", retryable: false }],
    ["an unknown model", { kind: "request", retryable: false, status: 404 }],
    ["a setting that the model rejects", { kind: "request", retryable: false, parameter: "seed" }],
  ] as const)("is thrown: %s", async (_, details) => {
    const { provider: model } = failing(new ProviderError("no", details));
    const { ask, call } = asking(model, memoryStore(), {});
    await expect(call(() => ask(wanted))).rejects.toThrow("no");
  });
});

it("sends one of several equal requests at the same time", async () => {
  const { provider: model, state } = failing(outage);
  state.isDown = false;
  const { ask, call } = asking(model, memoryStore(), {});
  await Promise.all([1, 2, 3].map(() => call(() => ask(wanted))));
  expect(state.calls).toBe(1);
});
