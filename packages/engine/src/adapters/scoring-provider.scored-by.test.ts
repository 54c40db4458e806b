import type { Provider } from "@promptnce/core";
import { expect, it } from "vitest";
import { memoryBudget } from "../money/budget.ts";
import { budgeted } from "../links/budgeted.ts";
import { cached } from "../links/cached.ts";
import { openJournal } from "../journal/journal.ts";
import { paced } from "../links/paced.ts";
import { retried } from "../links/retried.ts";
import { scoredBy } from "@promptnce/providers/scoring";
import { newFolder } from "@promptnce/testing/new-folder";

const answering = (name: string): Provider => ({
  name,
  model: name,
  settings: { by: name },
  complete: () => Promise.resolve({ text: name, stop: "end" }),
});

const provider = scoredBy(answering("chat"), answering("scorer"));
const continuation = { text: "b", template: "plain", span: "content" } as const;

it("sends continuations to the scorer and prompts to the chat provider", async () => {
  expect((await provider.complete({ prompt: "a", sample: 0 })).text).toBe("chat");
  const scored = await provider.complete({ prompt: "a", sample: 0, continuation });
  expect(scored.text).toBe("scorer");
});

it("is the chat provider to a journal", () => {
  expect(provider).toMatchObject({ name: "chat", model: "chat", settings: { by: "chat" } });
});

it("records what the scorer is known by, and sends nothing of it", () => {
  const identity = { by: "vllm", chat: "0123456789abcdef" };
  const known = scoredBy(answering("chat"), answering("scorer"), identity);
  expect(known.settings).toEqual({ by: "chat", scorer: identity });
});

it("still scores under every wrapper, and keeps an answer and a score of one prompt apart", async () => {
  using journal = openJournal(`${newFolder()}/replies.jsonl`);
  const price = { cost: () => 0, source: "this test" };
  const limited = budgeted({ budget: memoryBudget({ limit: 1 }), price })(provider);
  const wrapped = cached(retried()(paced()(limited)), journal);
  expect(wrapped.scores).toBe(true);
  expect((await wrapped.complete({ prompt: "a", sample: 0 })).text).toBe("chat");
  expect((await wrapped.complete({ prompt: "a", sample: 0, continuation })).text).toBe("scorer");
  expect(journal.size).toBe(2);
  expect(cached(answering("chat"), journal).scores).toBeUndefined();
});
