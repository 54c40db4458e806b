import { join } from "node:path";
import type { Provider, Reply } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { cached } from "./cached.ts";
import { openJournal } from "./journal.ts";
import { requestKey } from "./request-key.ts";
import type { Store, StoreEntry } from "./store.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const settings = { max_tokens: 10 };

/** A provider that counts its calls and answers when told to. */
function counting(
  answer: (prompt: string) => Promise<Reply> | Reply,
): Provider & { calls: number } {
  const provider = {
    name: "test",
    model: "test-1",
    settings,
    calls: 0,
    complete: async ({ prompt }: { readonly prompt: string }) => {
      provider.calls++;
      return answer(prompt);
    },
  };
  return provider;
}

function memory(): Store & { readonly entries: Map<string, StoreEntry> } {
  const entries = new Map<string, StoreEntry>();
  return {
    entries,
    get: (key) => entries.get(key),
    append: (entry) => void entries.set(entry.key, entry),
  };
}

const reply: Reply = {
  text: "yes",
  stop: "end",
  usage: { inputTokens: 1, outputTokens: 2 },
  id: "r1",
};
const request = { prompt: "really?", sample: 0 };

describe("cached", () => {
  it("asks once, keeps the reply, and answers the next time from the store", async () => {
    const provider = counting(() => reply);
    using journal = openJournal(join(temporaryFolder(), "journal.jsonl"));
    const answering = cached(provider, journal);
    expect(await answering.complete(request)).toEqual(reply);
    expect(await answering.complete(request)).toEqual({ ...reply, stored: true });
    expect(provider.calls).toBe(1);
    const key = requestKey({ provider: "test", model: "test-1", settings, ...request });
    expect(journal.get(key)).toMatchObject({
      provider: "test",
      model: "test-1",
      settings,
      ...request,
      reply,
    });
  });

  it("keeps the name, the model and the settings of the provider", () => {
    expect(
      cached(
        counting(() => reply),
        memory(),
      ),
    ).toMatchObject({ name: "test", model: "test-1", settings });
  });

  it("asks again for another sample of the same prompt", async () => {
    const provider = counting(() => reply);
    const answering = cached(provider, memory());
    await answering.complete({ prompt: "a", sample: 0 });
    await answering.complete({ prompt: "a", sample: 1 });
    expect(provider.calls).toBe(2);
  });

  it("keeps the reply before it hands it on", async () => {
    const store = memory();
    const seen: string[] = [];
    const slow: Store = {
      ...store,
      append: async (entry) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        seen.push("kept");
        await store.append(entry);
      },
    };
    await cached(
      counting(() => reply),
      slow,
    ).complete(request);
    seen.push("handed on");
    expect(seen).toEqual(["kept", "handed on"]);
  });

  it("hands nothing on that could not be kept", async () => {
    const full: Store = {
      get: () => undefined,
      append: () => {
        throw new Error("disk full");
      },
    };
    await expect(
      cached(
        counting(() => reply),
        full,
      ).complete(request),
    ).rejects.toThrow("disk full");
  });

  it("keeps refusals and cut replies too", async () => {
    const refusal: Reply = { text: "I would rather not.", stop: "refusal" };
    const provider = counting(() => refusal);
    const answering = cached(provider, memory());
    await answering.complete(request);
    expect(await answering.complete(request)).toEqual({ ...refusal, stored: true });
    expect(provider.calls).toBe(1);
  });

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
    expect(store.entries.size).toBe(1);
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
        await new Promise((resolve) => setTimeout(resolve, 5));
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
