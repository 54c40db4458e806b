import { join } from "node:path";
import { method } from "@promptnce/core/methods";
import type { Provider } from "@promptnce/core";
import { openJournal } from "@promptnce/engine/journal";
import { repliesAt } from "#command";
import {
  estimateUnits,
  forecast,
  planned as plannedQuestion,
  questionsOfUnits,
  session,
} from "@promptnce/engine/run";
import { simulated } from "@promptnce/rehearsal";
import { expect, it } from "vitest";
import { newFolder } from "../promptnce.test.support.ts";
import { madeUpJoint, unitsOf } from "@promptnce/rows/survey";
import { taskSetup } from "@promptnce/rows/tasks";
import { inBatches, row } from "./rows.test.support.ts";

const task = await taskSetup("words", "faithful");
const marginal = new Map([
  ["a", 0.5],
  ["b", 0.3],
  ["c", 0.2],
]);
const rows = [row("cat", "a"), row("sun", "b"), row("cat", "b"), row("cat", "a")];

/** A vendor of unknown price that records its requests and gives only readable replies. */
function counting() {
  const sent: string[] = [];
  const joint = madeUpJoint(marginal, "1", "made up");
  const inner = simulated({ read: task.read, joint, profile: "truthful", seed: "1" });
  const provider: Provider = {
    ...inner,
    name: "vendor",
    complete: (request) => {
      sent.push(request.prompt);
      return inner.complete(request);
    },
  };
  return { sent, provider };
}

const units = () => unitsOf(inBatches(rows), { ask: "pairs", marginal, k: 2, seed: "1" });
const newStore = (): string => join(newFolder(), "replies.jsonl");

async function planned(ids: readonly string[], store = newStore(), more: object = {}) {
  const grounding = { examples: [], labels: [] };
  const methods = ids.map((id) => method(id, { grounding, marginal }));
  const { provider } = counting();
  const questions = await Array.fromAsync(questionsOfUnits(units(), { task: "words", methods }));
  const requests = questions.map((question) => plannedQuestion(question, task.findTemplate));
  const { estimate } = await forecast([{ provider, requests }], {
    replies: repliesAt(store),
    ...more,
  });
  return { estimate, methods };
}

/** Asks every planned question, and stores the replies. */
async function run(
  methods: Awaited<ReturnType<typeof planned>>["methods"],
  store: string,
): Promise<string[]> {
  const { sent, provider } = counting();
  using journal = openJournal(store);
  const asking = session({ provider, store: journal });
  const { signal } = new AbortController();
  const { findTemplate } = task;
  const how = { task: "words", findTemplate, methods, window: 1, signal };
  for await (const _ of estimateUnits(units(), asking, how)) {
  }
  return sent;
}

it("every question is counted once: a base rate once per run, and a pair in two rows once", async () => {
  // P(y|x) of three pairs, and P(y) of two labels.
  expect((await planned(["direct-split:ungrounded"])).estimate.questions).toBe(5);
  // One more method with the same base rates: PMI of three pairs.
  expect((await planned(["direct-split:ungrounded", "direct-pmi"])).estimate.questions).toBe(8);
});

it("the plan matches the questions that a run asks", async () => {
  const ids = ["promptnce:ungrounded", "infonce", "direct-split:ungrounded"];
  const store = newStore();
  const { estimate, methods } = await planned(ids, store);
  const sent = await run(methods, store);
  expect(sent).toHaveLength(estimate.questions);
  expect(estimate.inputTokens).toBe(
    sent.reduce((sum, prompt) => sum + Math.ceil(prompt.length / 4), 0),
  );
});

it("stored replies are not paid for again", async () => {
  const store = newStore();
  const { methods } = await planned(["direct-split:ungrounded"], store);
  await run(methods, store);
  const prices = { priceIn: 1, priceOut: 1 };
  const same = await planned(["direct-split:ungrounded"], store, prices);
  expect(same.estimate).toMatchObject({ questions: 5, stored: 5, inputTokens: 0, cost: 0 });
  const more = await planned(["direct-split:ungrounded", "direct-pmi"], store, prices);
  expect(more.estimate).toMatchObject({ questions: 8, stored: 5 });
});

it("the cost is that of input and output tokens, and unknown if the price is", async () => {
  const { estimate } = await planned(["direct-pmi"], newStore(), { priceIn: 2, priceOut: 10 });
  expect(estimate.cost).toBeCloseTo(
    (2 * estimate.inputTokens + 10 * estimate.outputTokens) / 1e6,
    12,
  );
  expect((await planned(["direct-pmi"])).estimate).not.toHaveProperty("cost");
});

it("the time follows from the limit of requests per minute", async () => {
  const { estimate } = await planned(["direct-pmi"], newStore(), { rpm: 1 });
  const slower = (await planned(["direct-pmi"], newStore(), { rpm: 0.5 })).estimate;
  expect(estimate.leastTime?.seconds).toBeGreaterThan(60);
  expect(slower.leastTime?.seconds).toBeCloseTo(2 * (estimate.leastTime?.seconds ?? 0), 9);
  expect((await planned(["direct-pmi"])).estimate).not.toHaveProperty("leastTime");
});
