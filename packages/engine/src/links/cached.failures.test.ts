import type { CallContext } from "@promptnce/core";
import { hash } from "node:crypto";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { ProviderError, type ProviderErrorOptions } from "@promptnce/core/errors";
import { openJournal } from "../journal/journal.ts";
import { readJournal } from "../journal/read-journal.ts";
import { retried } from "./retried.ts";
import { counting, memory, reply, request } from "../testing/counting-provider.test.support.ts";
import { cached } from "./cached.ts";

const failing = (options: Partial<ProviderErrorOptions> = {}) =>
  counting(() => {
    throw new ProviderError("the filter says no", {
      kind: "request",
      status: 400,
      retryable: false,
      ...options,
    });
  });

const failed = {
  text: "",
  stop: "failed",
  failure: { kind: "request", status: 400, message: "the filter says no" },
};

describe("a request that fails for good", () => {
  it("is an outcome with its status and sentence, which the store has from the first reply of another on", async () => {
    const store = memory();
    const refusing = failing();
    const provider = {
      ...refusing,
      complete: (one: typeof request) =>
        (one.sample === 0 ? refusing : counting(() => reply)).complete(one),
    };
    const answering = cached(provider, store);
    expect(await answering.complete(request)).toEqual(failed);
    expect(store.kept.size).toBe(0);
    await answering.complete({ ...request, sample: 1 });
    expect(Array.from(store.kept.values(), (entry) => entry.reply)).toEqual([reply, failed]);
  });

  it("is kept at the end of a run where nothing was answered", async () => {
    const store = memory();
    const answering = cached(failing(), store);
    await answering.complete(request);
    await answering.settle();
    expect(store.kept.size).toBe(1);
  });

  it("is no outcome where the server is down: the end of the run throws, and the next run asks again", async () => {
    const store = memory();
    const down = { kind: "connection", status: undefined, retryable: true } as const;
    const first = cached(failing(down), store);
    for (const sample of [0, 1, 2]) {
      expect(await first.complete({ ...request, sample })).toMatchObject({ stop: "failed" });
    }
    await expect(first.settle()).rejects.toMatchObject({ name: "ProviderError", requests: 3 });
    expect(store.kept.size).toBe(0);
    const later = cached(
      counting(() => reply),
      store,
    );
    expect(await later.complete(request)).toEqual(reply);
  });

  it("is one where another prompt was answered between two of its attempts", async () => {
    const store = memory();
    let answerOther = async (): Promise<void> => {};
    const dropped = counting(async () => {
      if (dropped.calls > 1) await answerOther();
      throw new ProviderError("cut", { kind: "connection", retryable: true });
    });
    const other = counting(() => reply);
    const both = {
      ...dropped,
      complete: (one: typeof request) => (one.sample === 0 ? dropped : other).complete(one),
    };
    const answering = cached(retried({ firstDelayMs: 1, retries: 2 })(both), store);
    answerOther = async () => void (await answering.complete({ ...request, sample: 1 }));
    expect(await answering.complete(request)).toMatchObject({ failure: { kind: "connection" } });
    expect(Array.from(store.kept.values(), ({ reply: { stop } }) => stop)).toEqual([
      "end",
      "failed",
    ]);
    await answering.settle();
  });

  it("is not asked again by a later run, unless that is told to retry what failed", async () => {
    const store = memory();
    const first = cached(failing(), store);
    await first.complete(request);
    await first.settle();
    const later = counting(() => reply);
    expect(await cached(later, store).complete(request)).toEqual({ ...failed, stored: true });
    expect(later.calls).toBe(0);
    expect(await cached(later, store, { retryFailed: true }).complete(request)).toEqual(reply);
    expect(await cached(later, store).complete(request)).toEqual({ ...reply, stored: true });
  });
});

describe("a call that may have been charged and gave nothing", () => {
  const late = { kind: "timeout", status: undefined, retryable: true, mayBeBilled: true } as const;

  it("is a record of its own when it happens, and answers nothing", async () => {
    using journal = openJournal(join(newFolder(), "j.jsonl"));
    let calls = 0;
    const provider = counting(() => {
      if (++calls === 1) throw new ProviderError("too late", late);
      return reply;
    });
    const answering = cached(retried({ firstDelayMs: 1 })(provider), journal);
    expect(await answering.complete(request)).toEqual(reply);
    expect(Array.from(journal.entries(), ({ charge, reply: { stop } }) => [charge, stop])).toEqual([
      [true, "failed"],
      [undefined, "end"],
    ]);
    expect(journal.size).toBe(1);
  });

  it("is counted once an attempt, with or without repetition, and is asked twice at most", async () => {
    for (const [provider, charges] of [
      [failing(late), 1],
      [retried({ firstDelayMs: 1 })(failing(late)), 2],
    ] as const) {
      using journal = openJournal(join(newFolder(), "j.jsonl"));
      const answering = cached(provider, journal);
      expect(await answering.complete(request)).toMatchObject({ failure: { kind: "timeout" } });
      await expect(answering.settle()).rejects.toThrow("1 request failed like this");
      expect([...journal.entries()].filter(({ charge }) => charge)).toHaveLength(charges);
    }
  });

  it("keeps what came in a shape that nobody knows", async () => {
    using journal = openJournal(join(newFolder(), "j.jsonl"));
    const body = '{"hello": 1}';
    const unknown = failing({
      kind: "response",
      status: undefined,
      retryable: true,
      mayBeBilled: true,
      body,
    });
    await cached(retried({ firstDelayMs: 1 })(unknown), journal).complete(request);
    expect(unknown.calls).toBe(2);
    expect(Array.from(journal.entries(), (entry) => entry.reply.text)).toEqual([body, body]);
  });
});

describe("a call that is under way when its run is killed", () => {
  it("is known by its key, until something of it is kept", async () => {
    const path = join(newFolder(), "j.jsonl");
    using journal = openJournal(path);
    let seen: unknown[] = [];
    const provider = {
      ...counting(() => reply),
      async complete(_: typeof request, options?: CallContext) {
        await options?.tell?.({ is: "sending" });
        seen = Array.from(readJournal(path), ({ charge, prompt, reply: { failure } }) => [
          charge,
          prompt,
          failure?.kind,
        ]);
        return reply;
      },
    };
    await cached(provider, journal).complete(request);
    expect(seen).toEqual([[true, "", "killed"]]);
    expect(Array.from(readJournal(path), ({ charge }) => charge)).toEqual([undefined]);
  });

  it("stays one where a later run asks the same again", async () => {
    const path = join(newFolder(), "j.jsonl");
    const sending = { key: "0".repeat(64), provider: "test", model: "test-1" };
    {
      using journal = openJournal(path);
      journal.sending?.(sending, true);
    }
    using journal = openJournal(path);
    journal.sending?.(sending, true);
    journal.sending?.(sending, false);
    expect(Array.from(readJournal(path), ({ charge, key }) => [charge, key])).toEqual([
      [true, sending.key],
    ]);
  });

  it("is not where it came back unpaid and the run was closed before it was repeated", async () => {
    const path = join(newFolder(), "j.jsonl");
    using journal = openJournal(path);
    const closed = new Error("closed");
    const provider = {
      ...counting(() => reply),
      async complete(_: typeof request, options?: CallContext): Promise<never> {
        await options?.tell?.({ is: "sending" });
        await options?.tell?.({ is: "uncharged" });
        throw closed;
      },
    };
    await expect(cached(provider, journal).complete(request)).rejects.toBe(closed);
    expect([...readJournal(path)]).toEqual([]);
  });
});

it("a reply cut at the token limit is not bought again, nor one of a provider that always says the same", async () => {
  const read = () => ({ ok: false, reason: "it is not whole" }) as const;
  const cut = counting(() => ({ text: "{", stop: "length" }));
  await cached(cut, memory()).complete(request, { read });
  expect(cut.calls).toBe(1);
  const same = { ...counting(() => reply), deterministic: true };
  const store = memory();
  await cached(same, store).complete(request, { read });
  expect(store.kept.size).toBe(1);
  expect([...store.kept.values()][0]?.attempt).toBeUndefined();
});

it("a record names the wording of its prompt, with the hash of its text", async () => {
  const store = memory();
  const template = { id: "words/open", version: 2, body: "Say {{cue}}." };
  await cached(
    counting(() => reply),
    store,
  ).complete({ ...request, template });
  const sha256 = hash("sha256", template.body);
  expect([...store.kept.values()][0]?.template).toEqual({ id: "words/open", version: 2, sha256 });
});
