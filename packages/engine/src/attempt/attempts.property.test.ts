import { join } from "node:path";
import fc from "fast-check";
import type { Provider, Reply, ReplyReading, Request } from "@promptnce/core";
import type { BatchResult, BatchVendor } from "@promptnce/providers/batches";
import { ProviderError } from "@promptnce/core/errors";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it } from "vitest";
import { batchExecutor } from "../batch/batch-executor.ts";
import { openBatchLedger } from "../journal/batch-ledger.ts";
import { retried } from "../links/retried.ts";
import type { Store, StoreEntry } from "../store/store.ts";
import { memory } from "../testing/counting-provider.test.support.ts";
import { cached } from "../links/cached.ts";

/** What a model says to an attempt; a `broken` reply is cut off on its way. */
type Fate = "valid" | "invalid" | "refusal" | "cut" | "broken" | "rejected";

/** What becomes of an attempt; with `late`, its first call times out and is charged. */
interface Told {
  readonly fate: Fate;
  readonly late: boolean;
}

/** For each request, what becomes of its attempts; the last one stands for all that follow. */
type Script = readonly (readonly Told[])[];

const fates = fc.constantFrom<Fate>("valid", "invalid", "refusal", "cut", "broken", "rejected");
const told = fc.record({ fate: fates, late: fc.boolean() });
const scripts = fc.array(fc.array(told, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 5,
});

/** The order in which what is under way goes on; `kill` ends the run there and starts another. */
const schedules = fc.array(fc.oneof({ weight: 5, arbitrary: fc.nat(9) }, fc.constant("kill")), {
  maxLength: 24,
});

const read = ({ text }: Reply): ReplyReading =>
  text === "valid" ? { ok: true, answer: 1 } : { ok: false, reason: "not valid" };

const error = (kind: "request" | "timeout" | "cut"): ProviderError =>
  new ProviderError(`no: ${kind}`, {
    kind,
    retryable: kind !== "request",
    mayBeBilled: kind !== "request",
    ...(kind === "request" && { status: 400 }),
  });

const stops = { valid: "end", invalid: "end", refusal: "refusal", cut: "length" } as const;

/** A model that follows a script: what it says in the end depends on the attempt alone. */
function model(script: Script) {
  const late = new Set<string>();
  const sent = { calls: 0, paid: 0 };
  return {
    sent,
    answer: ({ prompt, attempt = 0 }: Request): Reply | ProviderError => {
      const own = script[Number(prompt)] as readonly Told[];
      const now = own[Math.min(attempt, own.length - 1)] as Told;
      const id = `${prompt}/${attempt}`;
      sent.calls++;
      if (now.fate === "rejected") return error("request");
      sent.paid++;
      if (now.late && !late.has(id)) {
        late.add(id);
        return error("timeout");
      }
      if (now.fate === "broken") return error("cut");
      return { text: now.fate, stop: stops[now.fate] };
    },
  };
}

/** Steps of a run, which go on one by one in an order that is given. */
function steps() {
  const waiting: (() => void)[] = [];
  return {
    step: () => new Promise<void>((go) => void waiting.push(go)),
    go: (place: number): void => {
      const [some] = waiting.splice(place % Math.max(1, waiting.length), 1);
      some?.();
    },
  };
}

/** What a run leaves to a later one: a store, and the notes of batches. */
interface Place {
  readonly store: Store & { readonly kept: ReadonlyMap<string, StoreEntry> };
  readonly ledger: string;
  readonly answer: (request: Request) => Reply | ProviderError;
  /** Replies that are made and have not yet come. */
  onTheWay: number;
}

/** Asks all requests of a script at a place; each step on the way waits for its turn. */
type Execute = (script: Script, place: Place, step: () => Promise<void>) => Promise<void>;

const identity = { name: "test", model: "m", settings: {} };
const requestsOf = (script: Script): Request[] =>
  script.map((_, i) => ({ prompt: String(i), sample: 0 }));

const direct: Execute = async (script, place, step) => {
  const vendor: Provider = {
    ...identity,
    async complete(request) {
      await step();
      const outcome = place.answer(request);
      place.onTheWay++;
      await step();
      place.onTheWay--;
      if (outcome instanceof ProviderError) throw outcome;
      return outcome;
    },
  };
  const provider = cached(retried({ firstDelayMs: 0 })(vendor), place.store);
  await Promise.all(requestsOf(script).map((request) => provider.complete(request, { read })));
  await provider.settle();
};

/** The batches that a vendor has made, which outlive the runs that submitted them. */
const made = new WeakMap<Place, { id: string; label: string; results: BatchResult[] }[]>();

const batch: Execute = async (script, place, step) => {
  const { store, ledger, answer } = place;
  const batches = made.get(place) ?? [];
  made.set(place, batches);
  const vendor: BatchVendor = {
    ...identity,
    title: "The test",
    limits: { requests: 2, bytes: 1e6 },
    item: (customId, request) => ({ customId, request }),
    async submit(items, label, onSending) {
      await step();
      onSending?.();
      await step();
      const results = (items as { customId: string; request: Request }[]).map(
        ({ customId, request }) => ({ customId, outcome: answer(request) }),
      );
      const id = `batch ${batches.push({ id: "", label, results })}`;
      batches[batches.length - 1]!.id = id;
      await step();
      return id;
    },
    status: async () => {
      await step();
      return { ended: true, done: 0 };
    },
    async *results(id) {
      for (const result of batches.find((one) => one.id === id)?.results ?? []) {
        await step();
        yield result;
      }
    },
    list: async () => batches,
  };
  const asks = requestsOf(script).map((request) => ({ request, read }));
  const executor = batchExecutor({
    vendor,
    store,
    ledger: openBatchLedger(ledger),
    searchMs: 0,
    wait: async () => {},
    resubmit: async () => true,
  });
  await executor.settle(asks);
};

/**
 * Runs until all is answered, along the schedule and then in order; each kill starts another run.
 */
async function runs(execute: Execute, script: Script, schedule: readonly (number | string)[]) {
  const { sent, answer } = model(script);
  const ledger = join(newFolder(), "replies.jsonl");
  const place: Place = { store: memory(), ledger, answer, onTheWay: 0 };
  const left = [...schedule];
  let lost = 0;
  for (let isDone = false; !isDone;) {
    const { step, go } = steps();
    let end: "done" | Error | undefined;
    execute(script, place, step).then(
      () => void (end = "done"),
      (reason: Error) => void (end = reason),
    );
    let event: number | string = 0;
    while (end === undefined && event !== "kill") {
      // A step may wait for a timer of no time, and for turns of the event loop.
      await new Promise((resolve) => setTimeout(resolve, 1));
      event = left.shift() ?? 0;
      if (event !== "kill") go(Number(event));
    }
    if (end instanceof Error) throw end;
    isDone = end === "done";
    lost += place.onTheWay;
    place.onTheWay = 0;
  }
  return { ...sent, lost, place };
}

/** The last words that a store has: of each request the prompt, the attempt and how it ended. */
function lastWords({ store }: Place): string[] {
  const words = Array.from(
    store.kept.values(),
    ({ prompt, attempt = 0, reply: { text, failure } }) =>
      [prompt, attempt, failure?.kind ?? text].join(" "),
  );
  return words.toSorted();
}

/**
 * The last words by the rule, and what is paid for them: at most three replies to a request, or two
 * where the last was cut off on its way.
 */
function byTheRule(script: Script) {
  let paid = 0;
  const words = script.map((own, prompt) => {
    for (let attempt = 0; ; attempt++) {
      const { fate, late } = own[Math.min(attempt, own.length - 1)] as Told;
      if (fate !== "rejected") paid += late ? 2 : 1;
      const isLast = fate === "broken" ? attempt > 0 : fate !== "invalid" || attempt === 2;
      const word = new Map([
        ["broken", "cut"],
        ["rejected", "request"],
      ]).get(fate);
      if (isLast) return [prompt, attempt, word ?? fate].join(" ");
    }
  });
  return { words, paid };
}

/**
 * With the schedule beside it, a batch is read twice, whose first request is at its second attempt.
 */
const KILLED_WHILE_READING: Script = [
  [
    { fate: "invalid", late: false },
    { fate: "valid", late: false },
  ],
  [{ fate: "valid", late: false }],
];

/** With the schedule beside it, a run is killed between a batch with a cut reply and the next one. */
const KILLED_BEHIND_A_CUT: Script = [
  [{ fate: "valid", late: false }],
  [{ fate: "broken", late: false }],
  [{ fate: "valid", late: false }],
];

it("a request has the same last word whatever comes in which order and wherever runs are killed", async () => {
  await fc.assert(
    fc.asyncProperty(scripts, schedules, async (script, schedule) => {
      const { words, paid } = byTheRule(script);
      for (const execute of [direct, batch]) {
        const run = await runs(execute, script, schedule);
        expect(lastWords(run.place)).toEqual(words);
        // Only a reply that a killed run never received is paid for again.
        expect(run.paid).toBeGreaterThanOrEqual(paid);
        expect(run.paid).toBeLessThanOrEqual(paid + run.lost);
      }
    }),
    {
      numRuns: 60,
      examples: [
        [KILLED_WHILE_READING, [0, 0, "kill", 0, 0, "kill"]],
        [KILLED_BEHIND_A_CUT, [0, 0, 0, 0, 0, 0, 0, 0, 0, "kill"]],
      ],
    },
  );
});
