import { setImmediate as nextTurn } from "node:timers/promises";
import type { Provider, Reply } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { cached } from "./cached.ts";
import type { Store } from "../store/store.ts";
import { counting, memory, reply, request } from "../testing/counting-provider.test.support.ts";

describe("equal requests in flight", () => {
  it("asks equal requests in flight once", async () => {
    const held = Promise.withResolvers<Reply>();
    const provider = counting(() => held.promise);
    const store = memory();
    const answering = cached(provider, store);
    const waiting = [0, 1, 2, 3].map(() => answering.complete(request));
    held.resolve(reply);
    expect(await Promise.all(waiting)).toEqual([
      reply,
      ...[1, 2, 3].map(() => ({ ...reply, stored: true })),
    ]);
    expect(provider.calls).toBe(1);
    expect(store.kept.size).toBe(1);
  });

  it("asks once also where the store itself takes its time", async () => {
    const provider = counting(() => reply);
    const store = memory();
    const slow: Store = { ...store, get: async (key) => store.get(key) };
    const answering = cached(provider, slow);
    await Promise.all([answering.complete(request), answering.complete(request)]);
    expect(provider.calls).toBe(1);
  });

  it("never keeps an error: all that waited are told, and the next request asks again", async () => {
    let broken = true;
    const provider = counting(() => {
      if (broken) throw new Error("no");
      return reply;
    });
    const answering = cached(provider, memory());
    const both = await Promise.allSettled([
      answering.complete(request),
      answering.complete(request),
    ]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(provider.calls).toBe(1);
    broken = false;
    expect(await answering.complete(request)).toEqual(reply);
  });

  it("lets another waiting request ask where the first was aborted", async () => {
    const first = new AbortController();
    let calls = 0;
    const provider: Provider = {
      ...counting(() => reply),
      complete: async (_, options) => {
        calls++;
        await nextTurn();
        options?.signal?.throwIfAborted();
        return reply;
      },
    };
    const answering = cached(provider, memory());
    const aborted = answering.complete(request, { signal: first.signal });
    const other = answering.complete(request);
    first.abort(new Error("stopped"));
    await expect(aborted).rejects.toThrow("stopped");
    expect(await other).toEqual(reply);
    expect(calls).toBe(2);
  });
});
