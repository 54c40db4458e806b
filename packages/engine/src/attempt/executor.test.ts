import { join } from "node:path";
import type { Reply, ReplyReading, Request } from "@promptnce/core";
import { expect, it } from "vitest";
import type { BatchResult, BatchVendor } from "@promptnce/providers/batches";
import { droppedParameters } from "@promptnce/providers/contract";
import { newFolder } from "@promptnce/testing/new-folder";
import { batchExecutor } from "../batch/batch-executor.ts";
import { openBatchLedger } from "../journal/batch-ledger.ts";
import { retried } from "../links/retried.ts";
import type { Store } from "../store/store.ts";
import { memory } from "../testing/counting-provider.test.support.ts";
import {
  type Answer,
  answering,
  askedModel,
  describeExecutor,
} from "../testing/executor-conformance.test.support.ts";
import { askAll } from "../run/ask-all.ts";
import { session } from "../run/session.ts";
import { type Executor, inRounds, type Inquiry } from "./executor.ts";
import { modelAttempts } from "./model-attempts.ts";
import { attemptsAt } from "./next.ts";

const noDelay = { firstDelayMs: 0 };

/** A run that asks the model itself, for no other purpose than to fill its store. */
function direct(store: Store, answer: Answer): Executor {
  return {
    async settle(wanted) {
      const asker = session({ provider: retried(noDelay)(answering(answer)), store });
      let count = 0;
      for await (const { reply } of askAll(wanted, asker, { concurrency: 1 })) {
        if (!reply.stored) count++;
      }
      return count;
    },
  };
}

describeExecutor("direct calls", async () => {
  const store = memory();
  return { store, executor: (answer) => direct(store, answer) };
});

/** A vendor that has every batch ready at once. */
function vendorOf(answer: Answer): BatchVendor {
  const batches: BatchResult[][] = [];
  return {
    ...askedModel,
    title: "The test",
    limits: { requests: 100, bytes: 1e6 },
    item: (customId, request, settings) => ({ customId, request, settings }),
    async submit(items) {
      const results = items.map((item) => {
        const { customId, request, settings } = item as {
          readonly customId: string;
          readonly request: Request;
          readonly settings: Readonly<Record<string, unknown>>;
        };
        return { customId, outcome: answer(request, settings) };
      });
      return String(batches.push(results) - 1);
    },
    status: async () => ({ ended: true, done: 0 }),
    async *results(id) {
      yield* batches[Number(id)] as BatchResult[];
    },
    list: async () => [],
  };
}

describeExecutor("batches", async () => {
  const store = memory();
  const ledger = join(newFolder(), "replies.jsonl");
  const wait = async (): Promise<void> => {};
  return {
    store,
    executor: (answer) =>
      batchExecutor({ vendor: vendorOf(answer), store, ledger: openBatchLedger(ledger), wait }),
  };
});

/** A way that nobody has thought of: requests go out one by one, the last one first. */
function backwards(store: Store, answer: Answer): Executor {
  const provider = retried(noDelay)(answering(answer));
  const attempts = modelAttempts(provider, false);
  const settings = droppedParameters(provider.settings, [], undefined);
  return inRounds({
    store,
    attempts: attemptsAt(provider),
    asked: () => ({
      provider: provider.name,
      model: provider.model,
      settings: settings.now.settings,
    }),
    async carry({ missing }) {
      const all = (await Array.fromAsync(missing)).flat().toReversed();
      const sent = settings.now;
      for (const one of all) {
        const attempt = attempts.begin(one, sent, (entry) => store.append(entry));
        try {
          await attempt.settle(await attempt.send(provider, settings.context(sent)));
        } catch (error) {
          if (!settings.learn(error, sent)) throw error;
          break;
        }
      }
      await attempts.settle();
    },
  });
}

describeExecutor("a fourth way, which has no policy of its own,", async () => {
  const store = memory();
  return { store, executor: (answer) => backwards(store, answer) };
});

it("goes through what is wanted once where the carrier looks at replies as they come", async () => {
  const store = memory();
  let ways = 0;
  const wanted = {
    *[Symbol.iterator](): Generator<Inquiry> {
      ways++;
      for (const prompt of ["a", "b"]) {
        const read = ({ text }: Reply): ReplyReading =>
          text === "yes" ? { ok: true, answer: 1 } : { ok: false, reason: "no answer" };
        yield { request: { prompt, sample: 0 }, read };
      }
    },
  };
  const asked: string[] = [];
  const executor = inRounds({
    store,
    attempts: attemptsAt({}),
    asked: () => ({ provider: "test", model: "m", settings: {} }),
    async carry({ missing, stillMissing }) {
      let some = (await Array.fromAsync(missing)).flat();
      while (some.length > 0) {
        for (const { key, request, attempt } of some) {
          asked.push(`${request.prompt} ${attempt}`);
          const text = request.prompt === "b" && attempt === 0 ? "no" : "yes";
          const entry = { key, provider: "test", model: "m", settings: {}, ...request, attempt };
          await store.append({ ...entry, reply: { text, stop: "end" } });
        }
        some = [...(await stillMissing(some))];
      }
    },
  });
  expect(await executor.settle(wanted)).toBe(2);
  expect(asked).toEqual(["a 0", "b 0", "b 1"]);
  expect(ways).toBe(1);
});
