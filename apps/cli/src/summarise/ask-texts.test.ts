import type { CallOptions, Provider, Request } from "@promptnce/core";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { askTexts } from "./run-summarise.ts";

/** A session with this provider. */
function asking(
  complete: (request: Request, options?: CallOptions) => ReturnType<Provider["complete"]>,
) {
  return { provider: { name: "n", model: "m", settings: {}, complete }, settle: async () => {} };
}

const requests = (...prompts: readonly string[]): Request[] =>
  prompts.map((prompt) => ({ prompt, sample: 0 }));

const idle = new AbortController().signal;

it("texts come in the order of the prompts, whichever is answered first, a few at once", async () => {
  let now = 0;
  let most = 0;
  const others = Promise.withResolvers<void>();
  const slow = asking(async ({ prompt }) => {
    most = Math.max(most, ++now);
    if (prompt === "d") others.resolve();
    await (prompt === "a" ? others.promise.then(() => setImmediate()) : undefined);
    now--;
    return { text: ` ${prompt}!\n`, stop: "end" };
  });
  const seen: number[] = [];
  const onProgress = ({ done }: { done: number }) => void seen.push(done);
  const { texts } = await askTexts(requests("a", "b", "c", "d"), slow, {
    concurrency: 2,
    signal: idle,
    onProgress,
  });
  expect(texts).toEqual(["a!", "b!", "c!", "d!"]);
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(most).toBe(2);
});

it("a blank text, half of one and a refusal are no texts, and the provider is told so", async () => {
  const stops = { blank: "end", half: "length", no: "refusal", whole: "end" } as const;
  const readable: boolean[] = [];
  const odd = asking(async ({ prompt }, options) => {
    const reply = {
      text: prompt === "blank" ? " \n" : "text",
      stop: stops[prompt as keyof typeof stops],
    };
    readable.push(options?.read?.(reply).ok === true);
    return reply;
  });
  let unreadable = 0;
  const options = {
    concurrency: 1,
    signal: idle,
    onProgress: (now: { unreadable: number }) => ({ unreadable } = now),
  };
  const { texts, failed } = await askTexts(requests(...Object.keys(stops)), odd, options);
  expect(texts).toEqual([undefined, undefined, undefined, "text"]);
  expect([unreadable, failed]).toEqual([3, 0]);
  expect(readable).toEqual([false, false, false, true]);
});

it("after an error or an abort nothing new is asked, what is under way is awaited, and it is thrown", async () => {
  const stopping = new AbortController();
  const asked: string[] = [];
  const failing = asking(async ({ prompt }) => {
    asked.push(prompt);
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (prompt === "b") throw new RangeError("b failed");
    return { text: "x", stop: "end" };
  });
  const prompts = requests("a", "b", "c", "d", "e", "f");
  const first = { concurrency: 2, signal: stopping.signal, onProgress: () => {} };
  await expect(askTexts(prompts, failing, first)).rejects.toThrow("b failed");
  expect(asked.length).toBeLessThan(5);
  asked.length = 0;
  const second = { ...first, onProgress: () => stopping.abort(new Error("stop")) };
  await expect(askTexts(requests("a", "c", "d", "e"), failing, second)).rejects.toThrow("stop");
  expect(asked).toEqual(["a", "c"]);
});
