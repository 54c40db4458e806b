import type { CallContext } from "@promptnce/core";
import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { cached } from "../links/cached.ts";
import type { Store, StoreEntry } from "../store/store.ts";

import { ProviderError } from "@promptnce/core/errors";
import { counting, reply, request } from "./counting-provider.test.support.ts";
import { entry } from "./entry.test.support.ts";

/** A place where a store is, opened and closed as often as a test wants. */
export type OpenStoreOnce = () => Promise<Store & (AsyncDisposable | Disposable)>;

async function all(store: Store): Promise<StoreEntry[]> {
  return Array.fromAsync(store.entries());
}

/** What every store does, whatever is behind it; `newPlace` gives one with nothing in it. */
export function describeStore(name: string, newPlace: () => OpenStoreOnce): void {
  describe(`${name} as a store`, () => {
    it("gives back what was appended, every letter of it, also when it is opened again", async () => {
      const open = newPlace();
      const texts = ["a", "ä→\u2028 \n 😀", "\u0000 and \ud800", '{"p": 1}\\u0000'];
      {
        await using store = await open();
        expect(await store.get(entry("a").key)).toBeUndefined();
        for (const text of texts) {
          await store.append(entry(text, text));
        }
      }
      await using store = await open();
      for (const text of texts)
        expect(await store.get(entry(text).key)).toMatchObject(entry(text, text));
      expect((await all(store)).map(({ prompt }) => prompt)).toEqual(texts);
    });

    it("keeps every attempt at a request, of which the last answers", async () => {
      const open = newPlace();
      const first = entry("a", "unreadable");
      const second: StoreEntry = { ...entry("a", "read"), attempt: 1 };
      await using store = await open();
      await store.append(first);
      await store.append(entry("b"));
      await store.append(second);
      expect(await store.get(first.key)).toMatchObject(second);
      const kept = await all(store);
      expect(kept).toHaveLength(3);
      expect(kept.filter(({ prompt }) => prompt === "a")).toMatchObject([first, second]);
    });

    it("keeps a charge, which answers nothing", async () => {
      const open = newPlace();
      const failure = { kind: "timeout", message: "too late" };
      const charge: StoreEntry = {
        ...entry("a"),
        charge: true,
        reply: { text: "", stop: "failed", failure },
      };
      await using store = await open();
      await store.append(charge);
      expect(await store.get(charge.key)).toBeUndefined();
      expect(await all(store)).toMatchObject([charge]);
      await store.append(entry("a"));
      expect(await store.get(charge.key)).toMatchObject(entry("a"));
    });

    it("tells of a call that is under way as a charge until something of it is kept, or it came back unpaid", async () => {
      const open = newPlace();
      const { key, provider, model } = entry("a");
      await using store = await open();
      store.sending?.({ key, provider, model }, true);
      store.sending?.({ key: entry("b").key, provider, model }, true);
      await expect
        .poll(async () => (await all(store)).map(({ reply: { failure } }) => failure?.kind))
        .toEqual(["killed", "killed"]);
      expect(await store.get(key)).toBeUndefined();
      await store.append(entry("a"));
      store.sending?.({ key: entry("b").key, provider, model }, false);
      await expect
        .poll(async () => (await all(store)).map(({ charge }) => charge))
        .toEqual([undefined]);
    });

    it("knows in a later run which settings a model rejects, and under which key their replies are", async () => {
      const open = newPlace();
      const rejecting = counting(() => reply);
      const provider = {
        ...rejecting,
        settings: { max_tokens: 9, temperature: 0 },
        complete: async (asked: typeof request, options?: CallContext) => {
          const settings = options?.settings ?? { temperature: 0 };
          if (!("temperature" in settings)) return rejecting.complete(asked);
          const parameter = "temperature";
          throw new ProviderError("no temperature", {
            kind: "request",
            status: 400,
            retryable: false,
            parameter,
          });
        },
      };
      {
        await using store = await open();
        await cached(provider, store).complete(request);
      }
      await using store = await open();
      expect(store.leftOut?.(provider)).toEqual(["temperature"]);
      expect((await cached(provider, store).complete(request)).stored).toBe(true);
      expect(rejecting.calls).toBe(1);
    });

    it("finds a reply in a later run by the request's own limit, where the settings leave it to the request", async () => {
      const open = newPlace();
      const limited = { ...counting(() => reply), settings: { max_tokens: { reasoning: 50 } } };
      {
        await using store = await open();
        await cached(limited, store).complete(request);
      }
      await using store = await open();
      expect((await cached(limited, store).complete(request)).stored).toBe(true);
      expect((await all(store)).map(({ limit }) => limit)).toEqual([4146]);
    });

    it("takes many replies at once and gives each to its request", async () => {
      const open = newPlace();
      const prompts = Array.from({ length: 3000 }, (_, i) => `prompt ${i}`);
      await using store = await open();
      const answering = cached(
        counting((prompt) => ({ text: hash("sha256", prompt), stop: "end" })),
        store,
      );
      await Promise.all(prompts.map((prompt) => answering.complete({ prompt, sample: 0 })));
      const again = await Promise.all(
        prompts.map((prompt) => answering.complete({ prompt, sample: 0 })),
      );
      expect(again.map(({ text }) => text)).toEqual(
        prompts.map((prompt) => hash("sha256", prompt)),
      );
      expect(again.every(({ stored }) => stored)).toBe(true);
    });
  });
}
