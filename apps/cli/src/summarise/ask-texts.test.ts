import type { CallOptions, Provider, Request } from "@promptnce/core";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { askTexts } from "./ask-texts.ts";

function provider(complete: (request: Request, options?: CallOptions) => ReturnType<Provider["complete"]>): Provider {
  return { name: "n", model: "m", settings: {}, complete };
}

const requests = (...prompts: readonly string[]): Request[] => prompts.map((prompt) => ({ prompt, sample: 0 }));

const idle = new AbortController().signal;

it("texts come in the order of the prompts, whichever is answered first, a few at once", async () => {
  let now = 0;
  let most = 0;
  const others = Promise.withResolvers<void>();
  const slow = provider(async ({ prompt }) => {
    most = Math.max(most, ++now);
    if (prompt === "d") others.resolve();
    await (prompt === "a" ? others.promise.then(() => setImmediate()) : undefined);
    now--;
    return { text: ` ${prompt}!\n`, stop: "end" };
  });
  const seen: string[] = [];
  const onReply = ({ text }: { text: string }) => void seen.push(text.trim());
  const texts = await askTexts(requests("a", "b", "c", "d"), {
    provider: slow,
    concurrency: 2,
    signal: idle,
    onReply,
  });
  expect(texts).toEqual(["a!", "b!", "c!", "d!"]);
  expect(seen.at(-1)).toBe("a!");
  expect(most).toBe(2);
});

it("a blank text, half of one and a refusal are no texts, and the provider is told so", async () => {
  const stops = { blank: "end", half: "length", no: "refusal", whole: "end" } as const;
  const readable: boolean[] = [];
  const odd = provider(async ({ prompt }, options) => {
    const reply = {
      text: prompt === "blank" ? " \n" : "text",
      stop: stops[prompt as keyof typeof stops],
    };
    readable.push(options?.read?.(reply).ok === true);
    return reply;
  });
  const options = { provider: odd, concurrency: 1, signal: idle, onReply: () => {} };
  expect(await askTexts(requests(...Object.keys(stops)), options)).toEqual([undefined, undefined, undefined, "text"]);
  expect(readable).toEqual([false, false, false, true]);
});

it("after an error or an abort nothing new is asked, what is under way is awaited, and it is thrown", async () => {
  const stopping = new AbortController();
  const asked: string[] = [];
  const onReply = (): void => {};
  const failing = provider(async ({ prompt }) => {
    asked.push(prompt);
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (prompt === "b") throw new RangeError("b failed");
    return { text: "x", stop: "end" };
  });
  const prompts = requests("a", "b", "c", "d", "e", "f");
  const first = { provider: failing, concurrency: 2, signal: stopping.signal, onReply };
  await expect(askTexts(prompts, first)).rejects.toThrow("b failed");
  expect(asked.length).toBeLessThan(5);
  asked.length = 0;
  const second = { ...first, onReply: () => stopping.abort(new Error("stop")) };
  await expect(askTexts(requests("a", "c", "d", "e"), second)).rejects.toThrow("stop");
  expect(asked).toEqual(["a", "c"]);
});
