import { setImmediate as nextTurn } from "node:timers/promises";
import { join } from "node:path";
import type { Reply } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { cached } from "./cached.ts";
import { openJournal } from "../journal/journal.ts";
import { requestKey } from "../store/request-key.ts";
import type { Store } from "../store/store.ts";
import {
  counting,
  memory,
  reply,
  request,
  settings,
} from "../testing/counting-provider.test.support.ts";
import { newFolder } from "@promptnce/testing/new-folder";

describe("cached", () => {
  it("asks once, keeps the reply, and answers the next time from the store", async () => {
    const provider = counting(() => reply);
    using journal = openJournal(join(newFolder(), "journal.jsonl"));
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
        await nextTurn();
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
      entries: () => [],
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
});
