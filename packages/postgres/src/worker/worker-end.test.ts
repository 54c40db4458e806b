import { setImmediate as nextTurn } from "node:timers/promises";
import { type Databases, hasPostgres, startPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, expect, it } from "vitest";
import { ProviderError } from "@promptnce/core/errors";
import { retried } from "@promptnce/engine";
import { model, noting, price, prompts, team, yes } from "../testing/team.test.support.ts";
import { claim } from "../queue/claim.ts";
import { queueStatus, setLimits } from "../queue/limits.ts";
import { CLAIMS } from "../queue/queue.ts";

const free = { inputTokens: 0, outputTokens: 0, usd: 0 };

describe.skipIf(!hasPostgres)("a worker", () => {
  let postgres: Databases;
  beforeAll(async () => void (postgres = await postgresOfRun()));
  const newTeam = () => team(postgres, "worker");

  it("ends where the failure is of no single request, and what it had goes to another", async () => {
    const { start, ask, entries } = await newTeam();
    const denied = new ProviderError("the key is wrong", {
      kind: "auth",
      status: 401,
      retryable: false,
    });
    const asking = ask(prompts(10));
    await expect(
      start(
        noting(() => {
          throw denied;
        }),
      ),
    ).rejects.toThrow("the key is wrong");
    expect(await entries()).toEqual([]);
    void start(noting(() => yes));
    await asking;
    expect(await entries()).toHaveLength(10);
  });

  it("however often it ends for what is no matter of single requests, fails no question and spends nothing", async () => {
    const { start, ask, entries, store, said } = await newTeam();
    await setLimits(store, model, { budget: 0.3 }, price);
    const asking = ask(prompts(30));
    await expect.poll(async () => (await queueStatus(store))[0]?.waiting).toBe(30);
    const ends = {
      auth: new ProviderError("the key is wrong", { kind: "auth", status: 401, retryable: false }),
      server: new ProviderError("is down", { kind: "server", status: 500, retryable: true }),
    };
    for (const error of [ends.auth, ends.server]) {
      for (let restart = 0; restart < CLAIMS; restart++) {
        const failing = noting(() => Promise.reject(error));
        const both = [start(failing), start(failing)];
        for (const one of await Promise.allSettled(both))
          expect(one).toMatchObject({ status: "rejected", reason: { kind: error.kind } });
      }
    }
    expect(await entries()).toEqual([]);
    const trouble = expect.stringMatching(/^is down \(10 requests failed like this/) as string;
    const nothing = { waiting: 30, active: 0, failed: 0, spent: 0, aside: 0, over: false };
    expect((await queueStatus(store))[0]).toMatchObject({ ...nothing, trouble });
    expect(said).toContainEqual(expect.stringContaining("A worker ended (the key is wrong)"));
    void start(noting(() => yes));
    await asking;
    expect(await entries()).toHaveLength(30);
    expect((await queueStatus(store))[0]).toMatchObject({ waiting: 0, trouble: null });
  });

  it("that ends for a failure still keeps the answers under way, which are paid for", async () => {
    const { start, ask, entries, store } = await newTeam();
    void ask(prompts(10)).catch(() => {});
    await expect.poll(async () => (await queueStatus(store))[0]?.waiting).toBe(10);
    const failed = Promise.withResolvers<void>();
    const provider = noting(async (_, call) => {
      if (call === 10) {
        failed.resolve();
        throw new ProviderError("no credit", { kind: "quota", retryable: false });
      }
      // The first goes alone.
      if (call > 1) await failed.promise;
      await nextTurn();
      return yes;
    });
    await expect(start(provider)).rejects.toThrow("no credit");
    expect(await entries()).toHaveLength(9);
    expect((await queueStatus(store))[0]).toMatchObject({ waiting: 1, active: 0, answered: 9 });
  });

  it("that is stopped gives back at once what waits to be repeated, and keeps what that has cost so far", async () => {
    const { start, ask, entries, store } = await newTeam();
    await setLimits(store, model, { budget: 1 }, price);
    void ask(["slow"]).catch(() => {});
    const stopping = new AbortController();
    const late = new ProviderError("took too long", {
      kind: "timeout",
      retryable: true,
      mayBeBilled: true,
    });
    const provider = retried({ firstDelayMs: 1e9 })(
      noting(() => {
        setImmediate(() => stopping.abort(new Error("Ctrl-C")));
        return Promise.reject(late);
      }),
    );
    await start(provider, { signal: stopping.signal });
    expect(await entries()).toMatchObject([
      { charge: true, reply: { failure: { kind: "timeout" } } },
    ]);
    const [status] = await queueStatus(store);
    expect(status).toMatchObject({ waiting: 1, active: 0, aside: 0 });
    // The prompt's four bytes, its frame and a reply of full length.
    expect(status?.spent).toBeCloseTo(204e-6, 12);
  });

  it("that is killed while it waits for its last answers has not used up one of their claims", async () => {
    const { start, ask, queue, store } = await newTeam();
    await using own = await queue();
    void ask(["slow"]).catch(() => {});
    await expect.poll(async () => (await queueStatus(store))[0]?.waiting).toBe(1);
    const stopping = new AbortController();
    const answer = Promise.withResolvers<typeof yes>();
    const provider = noting(() => answer.promise);
    const working = start(provider, { signal: stopping.signal });
    await expect.poll(() => provider.calls.length).toBe(1);
    stopping.abort(new Error("docker stop"));
    const [job] = await own.boss.findJobs(own.name);
    expect(job).toMatchObject({ state: "active", retryCount: 0 });
    await expect.poll(() => own.boss.findJobs(own.name)).toMatchObject([{ retryLimit: CLAIMS }]);
    answer.resolve(yes);
    expect(await working).toMatchObject({ answered: 1 });
  });

  it("whose question breaks the program is counted as one that died, so that one question does not end all workers for ever", async () => {
    const { start, ask, queue, store } = await newTeam();
    void ask(["breaks"]).catch(() => {});
    await using own = await queue();
    await expect.poll(async () => (await queueStatus(store))[0]?.waiting).toBe(1);
    const broken = noting(() => Promise.reject(new TypeError("no such thing")));
    await expect(start(broken)).rejects.toThrow("no such thing");
    expect(await own.boss.findJobs(own.name)).toMatchObject([{ state: "active", retryLimit: 4 }]);
  });

  it("whose claims all die leaves an outcome, and whoever waits is told", async () => {
    const { queue, ask, start, entries, store } = await newTeam();
    await using own = await queue();
    const asking = ask(["deadly"]);
    for (let died = 0; died < CLAIMS;) {
      const { jobs } = await claim(own, 1, () => free);
      for (const { id, retryCount } of jobs) {
        await own.boss.fail(own.name, [{ id, retryCount }]);
        // Without the wait between two claims.
        await store.database.query("update promptnce_queue.job set start_after = now()");
        died++;
      }
    }
    // The last that it does is to look whether anything died.
    await start(
      noting(() => yes),
      { untilEmpty: true },
    );
    await asking;
    const outcomes = (await entries()).filter(({ charge }) => charge !== true);
    expect(outcomes.map(({ reply }) => reply.failure?.message)).toEqual([
      "Its worker died in each of 5 attempts.",
    ]);
  });

  it("that is stopped answers what it has, gives back the rest, and claims no more", async () => {
    const { start, ask, entries } = await newTeam();
    const stopping = new AbortController();
    const provider = noting(async () => {
      if (provider.calls.length === 3) stopping.abort();
      await nextTurn();
      return yes;
    });
    const asking = ask(prompts(30));
    const { answered } = await start(provider, { slots: 5, signal: stopping.signal });
    expect(answered).toBe(provider.calls.length);
    expect(answered).toBeLessThan(30);
    expect(await entries()).toHaveLength(answered);
    void start(noting(() => yes));
    await asking;
    expect(await entries()).toHaveLength(30);
  });

  it(
    "goes on where the server was restarted, and no reply is lost or asked twice",
    { tags: ["full"] },
    async () => {
      await using own = await startPostgres();
      const { start, ask, entries } = await team(own, "restarted");
      const provider = noting(async () => {
        if (provider.calls.length === 150) void own.restart();
        await nextTurn();
        return yes;
      });
      void start(provider);
      void start(provider);
      await ask(prompts(600));
      expect(await entries()).toHaveLength(600);
      expect(provider.calls).toHaveLength(600);
    },
  );
});
