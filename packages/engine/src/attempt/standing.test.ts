import type { Provider, Reply } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { memory } from "../testing/counting-provider.test.support.ts";
import { requestKey, storedKeys } from "../store/request-key.ts";
import { cached } from "./cached.ts";
import { inRounds } from "./executor.ts";
import { attemptsAt } from "./next.ts";

const before = { store: false };
const now = { store: false, max_output_tokens: { reasoning: 8000 } };
const request = { prompt: "p", sample: 0 };
const read = ({ text }: Reply) =>
  text === "good" ? ({ ok: true, answer: text } as const) : ({ ok: false, reason: "bad" } as const);

/** A model under these settings that says this, and how often it was asked. */
function saying(reply: Reply, settings: Provider["settings"]) {
  const counted = { calls: 0 };
  const complete: Provider["complete"] = async () => {
    counted.calls++;
    return reply;
  };
  return { counted, provider: { name: "openai", model: "m", settings, complete } };
}

/** A store from before requests limited their replies, with one reply in it. */
async function storeWith(reply: Reply) {
  const store = memory();
  await cached(saying(reply, before).provider, store).complete(request);
  return store;
}

const keys = storedKeys({ ...request, provider: "openai", model: "m", settings: now });

describe("a store from before requests limited their replies", () => {
  it.each([
    { text: "good", stop: "end" },
    { text: "go", stop: "length" },
    { text: "no", stop: "refusal" },
  ] as const)("answers with its %j, and nothing is asked", async (reply) => {
    const store = await storeWith(reply);
    const { provider, counted } = saying({ text: "new", stop: "end" }, now);
    const told: string[] = [];
    const asking = cached(provider, store, { onKey: (key) => told.push(key) });
    expect(await asking.complete(request, { read })).toEqual({ ...reply, stored: true });
    expect([counted.calls, told]).toEqual([0, [keys[1]]]);
  });

  it("answers no more than it did: an invalid reply is asked for again, under the key of now", async () => {
    const store = await storeWith({ text: "bad", stop: "end" });
    const { provider, counted } = saying({ text: "good", stop: "end" }, now);
    const asking = cached(provider, store);
    expect((await asking.complete(request, { read })).text).toBe("good");
    expect((await asking.complete(request, { read })).stored).toBe(true);
    expect([counted.calls, [...store.kept.keys()]]).toEqual([1, [keys[1], keys[0]]]);
  });

  it("is read once under the key of now, and under the other only where that has nothing", async () => {
    const store = await storeWith({ text: "bad", stop: "end" });
    const seen: string[] = [];
    const get = (key: string) => {
      seen.push(key);
      return store.get(key);
    };
    const { provider } = saying({ text: "good", stop: "end" }, now);
    const asking = cached(provider, { ...store, get });
    await asking.complete(request, { read });
    await asking.complete(request, { read });
    expect(seen).toEqual([keys[0], keys[1], keys[0]]);
  });

  it("leaves nothing to an executor", async () => {
    const missing = async (store: ReturnType<typeof memory>): Promise<number> =>
      inRounds({
        store,
        attempts: attemptsAt({}),
        asked: () => ({ provider: "openai", model: "m", settings: now }),
        async carry(round) {
          for await (const some of round.missing) {
            for (const { key } of some) {
              await store.append({
                key,
                provider: "openai",
                model: "m",
                settings: now,
                ...request,
                reply: { text: "good", stop: "end" },
              });
            }
          }
        },
      }).settle([{ request, read }]);
    expect(await missing(await storeWith({ text: "good", stop: "end" }))).toBe(0);
    expect(await missing(memory())).toBe(1);
  });
});

it("a request without a limit of its own has the key that it always had", async () => {
  const store = await storeWith({ text: "good", stop: "end" });
  const key = requestKey({ ...request, provider: "openai", model: "m", settings: before });
  expect([...store.kept.keys()]).toEqual([key]);
});
