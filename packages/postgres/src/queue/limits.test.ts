import { setImmediate as nextTurn } from "node:timers/promises";
import type { CallContext, Provider } from "@promptnce/core";
import { type Databases, hasPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { spentOn } from "@promptnce/engine/money";
import { BudgetError, requestKey, delay, retried } from "@promptnce/engine";
import { ProviderError } from "@promptnce/core/errors";
import type { Sql } from "../store/sql.ts";
import { model, noting, price, prompts, team, yes } from "../testing/team.test.support.ts";
import { claim, claimAgain } from "./claim.ts";
import { queueStatus, requestTurns, setLimits } from "./limits.ts";
import { enqueue } from "./queue.ts";
import { release, sweep } from "./settle.ts";

/** Sends so many requests for a question, and waits for its turn before each, as adapters do. */
function gated(send: () => void, requests = 1): Provider {
  return {
    ...model,
    async complete(_, options?: CallContext) {
      for (let i = 0; i < requests; i++) {
        await options?.tell?.({ is: "sending" });
        send();
      }
      await nextTurn();
      return yes;
    },
  };
}

describe("the turns of a model's requests", () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }),
  );
  afterEach(() => void vi.useRealTimers());

  /** The row that workers share, which answers each in turn after so many milliseconds. */
  function sharedRow(...answersAfterMs: readonly number[]) {
    let [next, asked] = [0, 0];
    const query: Sql["query"] = async (_, values = []) => {
      const now = performance.now();
      const at = Math.max(next, now);
      next = at + Number(values[1]);
      const ms = answersAfterMs[asked++] ?? 0;
      if (ms > 0) await delay(ms, undefined);
      return { rows: [{ now, at }] };
    };
    return { query, asked: () => asked };
  }

  it("come a gap after one another, whichever worker has them", async () => {
    const row = sharedRow();
    const workers = [requestTurns(row, "m"), requestTurns(row, "m")];
    const began = performance.now();
    const times: number[] = [];
    for (let i = 0; i < 6; i++) {
      void workers[i % 2]!(25).then(() => times.push(performance.now() - began));
    }
    await vi.advanceTimersByTimeAsync(200);
    expect(times).toEqual([0, 25, 50, 75, 100, 125]);
  });

  it("are given up for later ones where they were missed", async () => {
    const row = sharedRow(0, 60);
    const turn = requestTurns(row, "m");
    void turn(5);
    const second = turn(5);
    await vi.advanceTimersByTimeAsync(200);
    await second;
    // The second answer came 55 ms after its moment, so that a third was asked for.
    expect(row.asked()).toBe(3);
  });
});

describe.skipIf(!hasPostgres)("the limits of all workers together", () => {
  let postgres: Databases;
  beforeAll(async () => void (postgres = await postgresOfRun()));
  const newTeam = () => team(postgres, "limits");

  it.each([
    { workers: 3, questions: 30, requests: 1 },
    { workers: 1, questions: 10, requests: 3 },
  ])(
    "are kept by every request of $workers, of which a question sends $requests: each takes a turn",
    async ({ workers, questions, requests }) => {
      const { store, start, ask } = await newTeam();
      await setLimits(store, model, { requests: 60 * 400 }, price);
      const gapMs = 1000 / (0.9 * 400);
      const { rows: began } = await store.database.query("select clock_timestamp()::text as at");
      let sent = 0;
      for (let i = 0; i < workers; i++) {
        void start(gated(() => void sent++, requests));
      }
      await ask(prompts(questions));
      expect(sent).toBe(30);
      const { rows } = await store.database.query(
        `select 1000 * extract(epoch from next_at - $1::timestamptz)::float8 as ms
         from promptnce.limits`,
        [began[0]!["at"]],
      );
      expect(rows[0]!["ms"]).toBeGreaterThan(30 * gapMs - 0.1);
    },
  );

  it("keep tokens of a minute below theirs, the most that calls under way may take included", async () => {
    const { store, queue } = await newTeam();
    await setLimits(store, model, { inputTokens: 1000, outputTokens: 250 }, price);
    await using own = await queue();
    const who = own.asked();
    const jobs = prompts(20).map((prompt) => {
      const request = { prompt, sample: 0 };
      return { key: requestKey({ ...request, ...who }), request, attempt: 0 };
    });
    await enqueue(own, jobs);
    const size = { inputTokens: 10, outputTokens: 60, usd: 0 };
    expect((await claim(own, 20, () => size)).jobs).toHaveLength(4);
    expect((await claim(own, 20, () => size)).jobs).toHaveLength(0);
    expect((await claim(own, 20, () => ({ ...size, outputTokens: 10 }))).jobs).toHaveLength(1);
  });

  it("spend a budget over four workers to the cent, say so, and go on where it is raised", async () => {
    const { store, start, ask, said } = await newTeam();
    // 120 tokens in and out at most, 12 in truth: a dollar a million.
    const cost = 12e-6;
    await setLimits(store, model, { budget: 150 * cost }, price);
    const provider = noting(() => nextTurn(yes));
    for (let i = 0; i < 4; i++) {
      void start(provider);
    }
    await expect(ask(prompts(200))).rejects.toThrow(BudgetError);
    const spent = await spentOn(model, price, store);
    const [status] = await queueStatus(store);
    expect(spent).toBeLessThanOrEqual(150 * cost);
    // No more is left than one call may cost at most.
    expect(spent).toBeGreaterThan(150 * cost - 0.00025);
    expect(status).toMatchObject({
      over: true,
      active: 0,
      spent: expect.closeTo(spent, 12),
      aside: 0,
    });
    expect(provider.calls).toHaveLength(Math.round(spent / cost));
    expect(said.join("\n")).toContain("Workers wait until one is started with a larger `budget`.");
    await setLimits(store, model, { budget: 1 }, price);
    await ask(prompts(200));
    expect(provider.calls).toHaveLength(200);
    expect((await queueStatus(store))[0]?.spent).toBeCloseTo(200 * cost, 12);
  });

  it("are not passed where replies cost more than the settings allow, as reasoning may", async () => {
    const { store, start, ask } = await newTeam();
    const usage = { inputTokens: 10, outputTokens: 3000 };
    await setLimits(store, model, { budget: 10.5 * price.cost(usage) }, price);
    const provider = noting(() => nextTurn({ ...yes, usage }));
    void start(provider);
    await expect(ask(prompts(30))).rejects.toThrow(BudgetError);
    expect(provider.calls).toHaveLength(10);
  });

  it("count what runs have spent since the budget was set, whether or not the next worker sets it again", async () => {
    const { store, queue } = await newTeam();
    await using _own = await queue();
    await setLimits(store, model, { budget: 1 }, price);
    const reply = { ...yes, usage: { inputTokens: 300_000, outputTokens: 0 } };
    const request = { prompt: "a", sample: 0 };
    const asked = { provider: model.name, model: model.model, settings: model.settings };
    await store.append({ key: requestKey({ ...request, ...asked }), ...asked, ...request, reply });
    await setLimits(store, model, { requests: 100 }, price);
    expect((await queueStatus(store))[0]).toMatchObject({ budget: 1, spent: 0.3, requests: 100 });
    await setLimits(store, model, {}, price);
    expect((await queueStatus(store))[0]).toMatchObject({ budget: 1, spent: 0.3 });
  });

  it("give back the tokens of a worker that died, and count its dollars at their most", async () => {
    const { store, queue, entries } = await newTeam();
    await setLimits(store, model, { outputTokens: 100, budget: 1 }, price);
    await using own = await queue();
    const request = { prompt: "a", sample: 0 };
    await enqueue(own, [{ key: requestKey({ ...request, ...own.asked() }), request, attempt: 0 }]);
    const size = { inputTokens: 5, outputTokens: 100, usd: 0.25 };
    const [dead] = (await claim(own, 1, () => size)).jobs;
    await sweep(own);
    expect((await queueStatus(store))[0]).toMatchObject({ active: 1, spent: 0, aside: 0.25 });
    // What pg-boss does once no heartbeat came for ten seconds.
    await own.boss.fail(own.name, [{ id: dead!.id, retryCount: dead!.retryCount }]);
    await sweep(own);
    expect((await queueStatus(store))[0]).toMatchObject({ waiting: 1, spent: 0.25, aside: 0 });
    expect(await entries()).toMatchObject([
      {
        charge: true,
        reply: { failure: { kind: "killed" }, usage: { inputTokens: 5, outputTokens: 100 } },
      },
    ]);
    await store.database.query("update promptnce_queue.job set start_after = now()");
    expect((await claim(own, 1, () => size)).jobs).toHaveLength(1);
  });

  it.each([1, 3])(
    "say that the budget is used up where no call under way can be repeated (%i), which wait",
    async (n) => {
      const { store, queue } = await newTeam();
      await setLimits(store, model, { budget: 0.25 * n + 0.05 }, price);
      await using own = await queue();
      const jobs = prompts(n).map((prompt) => {
        const request = { prompt, sample: 0 };
        return { key: requestKey({ ...request, ...own.asked() }), request, attempt: 0 };
      });
      await enqueue(own, jobs);
      const size = { inputTokens: 5, outputTokens: 100, usd: 0.25 };
      const claimed = (await claim(own, n, () => size)).jobs;
      expect(claimed).toHaveLength(n);
      const again = claimed.map((job) => claimAgain(own, job, new AbortController().signal));
      await expect
        .poll(async () => (await queueStatus(store))[0])
        .toMatchObject({ over: true, aside: 0.25 * n });
      await setLimits(store, model, { budget: 3 }, price);
      await Promise.all(again);
      expect((await queueStatus(store))[0]).toMatchObject({ over: false, aside: 0.5 * n });
    },
  );

  it("are not held by failures of which nobody knows yet whose fault they are, and neither are slots", async () => {
    const { store, start, ask, entries } = await newTeam();
    // Two calls at once, at the most that they may cost.
    await setLimits(store, model, { budget: 0.0005 }, price);
    void start(
      noting((prompt) => {
        if (prompt.endsWith("9")) return yes;
        throw new ProviderError("no such word", { kind: "request", status: 400, retryable: false });
      }),
      { slots: 2 },
    );
    await ask(prompts(10));
    const failures = (await entries()).filter(({ reply }) => reply.failure);
    expect(failures).toHaveLength(9);
  });

  it("have back at once what a call had set aside that came back unpaid, and do not add up what it is repeated for", async () => {
    const { store, start, ask } = await newTeam();
    // One call at its most, and not two.
    await setLimits(store, model, { budget: 0.0003 }, price);
    const asides: (number | undefined)[] = [];
    const down = new ProviderError("is down", { kind: "server", status: 500, retryable: true });
    const provider: Provider = {
      ...model,
      async complete(_, options?: CallContext) {
        await options?.tell?.({ is: "sending" });
        if (asides.length === 6) return yes;
        asides.push((await queueStatus(store))[0]?.aside);
        await options?.tell?.({ is: "uncharged" });
        throw down;
      },
    };
    void start(retried({ firstDelayMs: 1, firstRetries: 6 })(provider));
    expect(await ask(["p"])).toBe(1);
    // 1 byte, its frame and a reply of full length.
    expect(asides).toEqual(Array(6).fill(expect.closeTo(201e-6, 12)));
    expect((await queueStatus(store))[0]).toMatchObject({
      spent: expect.closeTo(12e-6, 12) as number,
      aside: 0,
      over: false,
    });
  });

  it("charge nothing for a call that had come back unpaid when its worker died", async () => {
    const { store, queue, entries } = await newTeam();
    await setLimits(store, model, { budget: 1 }, price);
    await using own = await queue();
    const request = { prompt: "a", sample: 0 };
    await enqueue(own, [{ key: requestKey({ ...request, ...own.asked() }), request, attempt: 0 }]);
    const [dead] = (await claim(own, 1, () => ({ inputTokens: 5, outputTokens: 9, usd: 0.25 })))
      .jobs;
    const nothing = { inputTokens: 0, outputTokens: 0, usd: 0 };
    await release(own, { job: dead!, entries: [], size: nothing });
    await own.boss.fail(own.name, [{ id: dead!.id, retryCount: dead!.retryCount }]);
    await sweep(own);
    expect((await queueStatus(store))[0]).toMatchObject({ waiting: 1, spent: 0, aside: 0 });
    expect(await entries()).toEqual([]);
  });

  it("refuse a budget where nobody knows the price, whoever set it", async () => {
    const { store } = await newTeam();
    await setLimits(store, model, { budget: 1 }, price);
    await expect(setLimits(store, model, {}, undefined)).rejects.toThrow(
      /^budget: all workers share it, and the price of m is unknown/,
    );
    await expect(setLimits(store, model, {}, { ...price, assumed: true })).rejects.toThrow(
      /the server on this machine may pass requests on to a vendor; .* or 0 and 0 for a model of your own$/,
    );
  });
});
