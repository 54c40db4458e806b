import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CallContext, Provider, Reply, Request } from "@promptnce/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { cached } from "./cached.ts";
import { type Journal, openJournal } from "../journal/journal.ts";
import { readJournal } from "../journal/read-journal.ts";
import { request, settings } from "../testing/counting-provider.test.support.ts";
import { newFolder } from "@promptnce/testing/new-folder";
import { totals } from "../money/spending.ts";

const read: CallContext["read"] = ({ text }) =>
  text.startsWith("{") ? { ok: true, answer: 0.5 } : { ok: false, reason: "no JSON" };
const options: CallContext = { read };
const usage = { inputTokens: 10, outputTokens: 1 };

/** A provider that says these texts in turn. */
function saying(...texts: readonly string[]): Provider & { readonly seen: Request[] } {
  const seen: Request[] = [];
  const complete = async (asked: Request): Promise<Reply> => {
    const text = texts[seen.push(asked) - 1];
    if (text === undefined) throw new Error("asked too often");
    return { text, stop: "end", usage };
  };
  return { name: "test", model: "test-1", settings, seen, complete };
}

function journalAt(path: string): Journal {
  const journal = openJournal(path);
  onTestFinished(() => journal.close());
  return journal;
}

describe("cached, of replies that cannot be read", () => {
  const start = (): { path: string; journal: Journal } => {
    const path = join(newFolder(), "journal.jsonl");
    return { path, journal: journalAt(path) };
  };

  it("asks again at most twice, keeps every attempt with its text, and hands on the last", async () => {
    const { path, journal } = start();
    const provider = saying("one", "two", "three");
    const reply = await cached(provider, journal).complete(request, options);
    expect(reply).toMatchObject({ text: "three" });
    expect(reply.stored).toBeUndefined();
    const kept = [...readJournal(path)];
    expect(kept.map(({ attempt, reply: { text } }) => [attempt, text])).toEqual([
      [undefined, "one"],
      [1, "two"],
      [2, "three"],
    ]);
    expect(new Set(kept.map(({ key }) => key)).size).toBe(1);
    expect(provider.seen.map(({ attempt }) => attempt)).toEqual([undefined, 1, 2]);
  });

  it("stops at the first reply that can be read, and serves that one", async () => {
    const { journal } = start();
    const provider = saying("one", "{}");
    const answering = cached(provider, journal);
    expect((await answering.complete(request, options)).text).toBe("{}");
    expect(await answering.complete(request, options)).toMatchObject({ text: "{}", stored: true });
    expect(provider.seen).toHaveLength(2);
  });

  it("serves no unreadable reply while attempts are left, and counts it once none is", async () => {
    const { path, journal } = start();
    const stopped = saying("one");
    await expect(cached(stopped, journal).complete(request, options)).rejects.toThrow("too often");
    journal.close();
    const later = saying("two", "three");
    const reopened = journalAt(path);
    const answering = cached(later, reopened);
    expect((await answering.complete(request, options)).text).toBe("three");
    expect(later.seen.map(({ attempt }) => attempt)).toEqual([1, 2]);
    const before = readFileSync(path);
    expect(await answering.complete(request, options)).toMatchObject({
      text: "three",
      stored: true,
    });
    expect(readFileSync(path)).toEqual(before);
  });

  it("counts every attempt in the totals, since each was paid for", async () => {
    const { path, journal } = start();
    await cached(saying("one", "two", "{}"), journal).complete(request, options);
    expect(totals(readJournal(path))).toMatchObject({
      replies: 3,
      requests: 1,
      inputTokens: 30,
      outputTokens: 3,
    });
  });

  it("does not ask again after a refusal, nor where nobody says what can be read", async () => {
    const { journal } = start();
    const refusing = saying("No.");
    const complete: Provider["complete"] = async (asked) => ({
      ...(await refusing.complete(asked)),
      stop: "refusal",
    });
    await cached({ ...refusing, complete }, journal).complete(request, options);
    expect(refusing.seen).toHaveLength(1);
    const plain = saying("one");
    await cached(plain, journal).complete({ ...request, sample: 7 });
    expect(plain.seen).toHaveLength(1);
  });

  it("asks nothing again that the store has where no attempts are allowed", async () => {
    const { journal } = start();
    await cached(saying("one"), journal, { attempts: 1 }).complete(request, options);
    expect(
      await cached(saying(), journal, { attempts: 0 }).complete(request, options),
    ).toMatchObject({
      text: "one",
      stored: true,
    });
  });
});

describe("cached, of a run that is closing", () => {
  it("keeps the reply that came and does not ask again", async () => {
    const journal = journalAt(join(newFolder(), "journal.jsonl"));
    const closing = new AbortController();
    const provider = saying("one", "{");
    const call = cached(provider, journal).complete(request, {
      closing: closing.signal,
      read: (reply) => {
        closing.abort("over");
        return read(reply);
      },
    });
    await expect(call).rejects.toBe("over");
    expect(journal.size).toBe(1);
    expect(await cached(provider, journal).complete(request, options)).toMatchObject({ text: "{" });
    expect(provider.seen.map(({ attempt }) => attempt)).toEqual([undefined, 1]);
  });

  it("asks nothing that is not stored, and serves what is", async () => {
    const journal = journalAt(join(newFolder(), "journal.jsonl"));
    const provider = saying("{");
    const closed = { ...options, closing: AbortSignal.abort("over") };
    await expect(cached(provider, journal).complete(request, closed)).rejects.toBe("over");
    await cached(provider, journal).complete(request, options);
    expect(await cached(provider, journal).complete(request, closed)).toMatchObject({
      stored: true,
    });
  });
});
