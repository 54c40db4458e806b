import { setImmediate as nextTurn } from "node:timers/promises";
import type { CallContext, Reply, Request } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { UnansweredError } from "../errors/engine-errors.ts";
import { ProviderError } from "@promptnce/core/errors";
import type { Inquiry } from "../attempt/executor.ts";
import { counting, memory } from "../testing/counting-provider.test.support.ts";
import { askAll, type AskAllOptions } from "./ask-all.ts";
import { session } from "./session.ts";

const wanted = (...prompts: readonly string[]): Inquiry[] =>
  prompts.map((prompt) => ({ request: { prompt, sample: 0 } }));

const letters = (text: string): string[] => text.split("");

/** The session of a model that answers like this, over an empty store. */
function answering(complete: (request: Request, call?: CallContext) => Promise<Reply>) {
  const provider = { name: "n", model: "m", settings: {}, complete };
  return session({ provider, store: memory() });
}

const echo = async ({ prompt }: Request): Promise<Reply> => ({ text: prompt, stop: "end" });

/** The texts of the replies, as they come. */
async function texts(
  asks: Iterable<Inquiry> | AsyncIterable<Inquiry>,
  asker = answering(echo),
  more: Partial<AskAllOptions> = {},
): Promise<string[]> {
  const came: string[] = [];
  for await (const { reply } of askAll(asks, asker, { concurrency: 1, ...more })) {
    came.push(reply.text);
  }
  return came;
}

describe("asking for all that is wanted", () => {
  it("gives each outcome as it comes, with four requests in hand for each call", async () => {
    let [now, most] = [0, 0];
    const last = Promise.withResolvers<void>();
    const asker = answering(async (request) => {
      most = Math.max(most, ++now);
      if (request.prompt === "f") last.resolve();
      await (request.prompt === "a" ? last.promise : undefined);
      await nextTurn();
      now--;
      return echo(request);
    });
    const counted: number[] = [];
    const onSettled = (): void => void counted.push(asker.counts.questions);
    const came = await texts(wanted(...letters("abcdef")), asker, { onSettled });
    expect(came.toSorted()).toEqual(letters("abcdef"));
    expect(came.indexOf("a")).toBeGreaterThan(3);
    expect(counted).toEqual([1, 2, 3, 4, 5, 6]);
    expect(most).toBe(4);
  });

  it("draws what is wanted as places become free, and never all at once", async () => {
    let drawn = 0;
    const many = async function* (): AsyncGenerator<Inquiry> {
      for (const one of wanted(...Array.from({ length: 1000 }, (_, i) => `${i}`))) {
        drawn++;
        yield one;
      }
    };
    const stopping = new AbortController();
    const held = answering(async (request) => {
      if (drawn === 8) stopping.abort(new Error("stop"));
      await nextTurn();
      return echo(request);
    });
    const how = { concurrency: 2, signal: stopping.signal };
    await expect(texts(many(), held, how)).rejects.toThrow("stop");
    expect(drawn).toBeLessThan(12);
  });

  it("reads each reply, and counts those that cannot be read", async () => {
    const read: NonNullable<Inquiry["read"]> = ({ text }) =>
      text === "a" ? { ok: true, answer: 1 } : { ok: false, reason: "no" };
    const asker = session({
      provider: counting((text) => ({ text, stop: "refusal" })),
      store: memory(),
    });
    const asks = wanted("a", "b").map((one) => ({ ...one, read }));
    const all = await Array.fromAsync(askAll(asks, asker, { concurrency: 1 }));
    expect(all.map(({ request, reading }) => [request.prompt, reading.ok])).toEqual([
      ["a", true],
      ["b", false],
    ]);
    expect(asker.asked).toMatchObject({ questions: 2, unreadable: 1, failed: 0 });
  });

  it("asks a store before the model", async () => {
    const store = memory();
    const provider = counting((text) => ({ text, stop: "end" }));
    await texts(wanted("a", "b"), session({ provider, store }));
    const again = session({ provider, store });
    expect((await texts(wanted("a", "b", "c"), again)).toSorted()).toEqual(["a", "b", "c"]);
    expect(provider.calls).toBe(3);
    expect(again.counts).toMatchObject({ questions: 3, stored: 2 });
  });

  it("asks nothing new after an error or an abort, awaits what is under way, and throws", async () => {
    const asked: string[] = [];
    const slow = async (request: Request): Promise<Reply> => {
      asked.push(request.prompt);
      await nextTurn();
      if (request.prompt === "b") throw new RangeError("b failed");
      return echo(request);
    };
    await expect(texts(wanted(...letters("abcdefghij")), answering(slow))).rejects.toThrow(
      "b failed",
    );
    expect(asked.length).toBeLessThan(9);
    asked.length = 0;
    const stopping = new AbortController();
    const onSettled = (): void => stopping.abort(new Error("stop"));
    const how = { onSettled, signal: stopping.signal };
    await expect(texts(wanted(...letters("acdefghij")), answering(slow), how)).rejects.toThrow(
      "stop",
    );
    expect(asked).toEqual(letters("acde"));
  });

  it("ends as usual where an abort comes when all has been asked", async () => {
    const stopping = new AbortController();
    const onSettled = (): void => stopping.abort(new Error("stop"));
    const how = { onSettled, signal: stopping.signal };
    expect(await texts(wanted("a", "b"), answering(echo), how)).toEqual(["a", "b"]);
  });

  it("gives all outcomes before it says that the server was down for some", async () => {
    const down = new ProviderError("nobody listens", { kind: "connection", retryable: true });
    const asker = answering(async (request) => {
      if (request.prompt === "b") throw down;
      return echo(request);
    });
    const came: string[] = [];
    const asking = async (): Promise<void> => {
      for await (const { reply } of askAll(wanted("a", "b", "c"), asker, { concurrency: 1 })) {
        came.push(reply.stop);
      }
    };
    await expect(asking()).rejects.toThrow(UnansweredError);
    expect(came.toSorted()).toEqual(["end", "end", "failed"]);
  });

  it.each([0, NaN])(
    "refuses a concurrency of %d, with which nothing would be asked",
    async (concurrency) => {
      await expect(texts(wanted("a"), answering(echo), { concurrency })).rejects.toThrow(
        RangeError,
      );
    },
  );
});
