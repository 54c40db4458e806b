import { setImmediate as nextTurn } from "node:timers/promises";
import type { CallContext } from "@promptnce/core";
import { type Databases, hasPostgres, startPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, expect, it } from "vitest";
import { ProviderError } from "@promptnce/core/errors";
import { openPostgresStore } from "../store/postgres-store.ts";
import { delay, retried, requestKey } from "@promptnce/engine";
import { model, noting, price, prompts, team, yes } from "../testing/team.test.support.ts";
import { claim } from "../queue/claim.ts";
import { queueStatus, setLimits } from "../queue/limits.ts";
import { CLAIMS, enqueue } from "../queue/queue.ts";
import { settle } from "../queue/settle.ts";

const free = { inputTokens: 0, outputTokens: 0, usd: 0 };

describe.skipIf(!hasPostgres)("a worker", () => {
  let postgres: Databases;
  beforeAll(async () => void (postgres = await postgresOfRun()));
  const newTeam = () => team(postgres, "worker");

  it("answers what waits, and stores what a direct run would: the same keys, bodies and records", async () => {
    const { start, ask, entries } = await newTeam();
    const provider = noting(() => yes);
    void start(provider);
    expect(await ask(prompts(50))).toBe(50);
    expect(provider.calls).toHaveLength(50);
    const kept = await entries();
    expect(kept).toHaveLength(50);
    for (const { key, prompt, settings, reply } of kept) {
      expect(key).toBe(requestKey({ provider: "test", model: "m", settings, prompt, sample: 0 }));
      expect(reply).toEqual(yes);
    }
    expect(await ask(prompts(50))).toBe(0);
  });

  it("is asked once by two clients that want the same at the same time", async () => {
    const { start, ask, store } = await newTeam();
    const provider = noting(() => yes);
    const asking = [ask(prompts(30)), ask(prompts(30)), ask(prompts(40))];
    await expect.poll(async () => (await queueStatus(store))[0]?.waiting).toBe(40);
    void start(provider);
    void start(provider);
    await Promise.all(asking);
    expect(new Set(provider.calls.map(({ prompt }) => prompt)).size).toBe(40);
    expect(provider.calls).toHaveLength(40);
  });

  it("calls nobody for what the store has by the time it is claimed", async () => {
    const { start, ask, queue, entries } = await newTeam();
    const provider = noting(() => yes);
    void start(provider);
    await ask(["a"]);
    await using own = await queue();
    const request = { prompt: "a", sample: 0 };
    const key = requestKey({ ...request, ...own.asked() });
    await enqueue(own, [{ key, request, attempt: 0 }]);
    await ask(["b"]);
    await expect.poll(async () => (await own.boss.findJobs(own.name)).length).toBe(0);
    expect(provider.calls.map(({ prompt }) => prompt)).toEqual(["a", "b"]);
    expect(await entries()).toHaveLength(2);
  });

  it("asks again what cannot be read, as often as a direct run, and keeps every reply", async () => {
    const { start, ask, entries } = await newTeam();
    void start(noting((_, call) => ({ ...yes, text: `reply ${call}` })));
    await ask(["a"], () => ({ ok: false, reason: "never" }));
    expect((await entries()).map(({ attempt, reply }) => [attempt, reply.text])).toEqual([
      [undefined, "reply 1"],
      [1, "reply 2"],
      [2, "reply 3"],
    ]);
  });

  it("leaves out a setting that the model rejects, and whoever waits finds the reply under what was sent", async () => {
    const { start, ask, entries } = await newTeam();
    const provider = {
      ...noting(() => yes),
      complete: async (_: unknown, options?: CallContext) => {
        if (!("max_tokens" in (options?.settings ?? model.settings))) return yes;
        const parameter = "max_tokens";
        throw new ProviderError("no max_tokens", {
          kind: "request",
          status: 400,
          retryable: false,
          parameter,
        });
      },
    };
    void start(provider);
    await ask(prompts(5));
    const kept = await entries();
    expect(kept).toHaveLength(5);
    for (const entry of kept)
      expect(entry).toMatchObject({ settings: {}, leftOut: model.settings });
    expect(await ask(prompts(5))).toBe(0);
  });

  it("keeps what fails for good as an outcome, which is asked once more where that is wanted", async () => {
    const { start, ask, entries } = await newTeam();
    let refuses = true;
    void start(
      noting((prompt) => {
        if (prompt !== "bad" || !refuses) return yes;
        throw new ProviderError("the filter says no", {
          kind: "request",
          status: 400,
          retryable: false,
        });
      }),
    );
    await ask(["good", "bad", "fine"]);
    const failure = { kind: "request", status: 400, message: "the filter says no" };
    expect((await entries()).find(({ prompt }) => prompt === "bad")?.reply).toMatchObject({
      stop: "failed",
      failure,
    });
    expect(await ask(["bad"])).toBe(0);
    refuses = false;
    expect(await ask(["bad"], undefined, true)).toBe(1);
    expect((await entries()).findLast(({ prompt }) => prompt === "bad")?.reply).toEqual(yes);
  });

  it("keeps a failure where nothing else is asked that would tell whose fault it is", async () => {
    const { start, ask, entries } = await newTeam();
    void start(
      noting(() => {
        throw new ProviderError("the filter says no", {
          kind: "request",
          status: 400,
          retryable: false,
        });
      }),
    );
    await ask(prompts(3));
    expect((await entries()).map(({ reply }) => reply.failure?.message)).toEqual(
      Array(3).fill("the filter says no"),
    );
  });

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

  it("settles nothing that another has claimed since", async () => {
    const { queue, entries, store } = await newTeam();
    await using own = await queue();
    const request = { prompt: "a", sample: 0 };
    const who = own.asked();
    const key = requestKey({ ...request, ...who });
    await enqueue(own, [{ key, request, attempt: 0 }]);
    const claimOne = async () => (await claim(own, 1, () => free)).jobs;
    const [late] = await claimOne();
    await own.boss.fail(own.name, [{ id: late!.id, retryCount: late!.retryCount }]);
    // Without the wait between two claims.
    await store.database.query("update promptnce_queue.job set start_after = now()");
    expect(await claimOne()).toMatchObject([{ retryCount: 1 }]);
    const entry = {
      key,
      ...who,
      prompt: "a",
      sample: 0,
      reply: { text: "late", stop: "end" as const },
    };
    await settle(own, [{ job: late!, entries: [entry], size: { ...free, usd: 1 } }]);
    expect((await entries()).map(({ reply }) => reply.text)).not.toContain("late");
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
    const provider = noting(async (_, call) => {
      if (call === 10) throw new ProviderError("no credit", { kind: "quota", retryable: false });
      await delay(200, undefined);
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

  it.each([
    ["is not JSON", { job: "{torn" }],
    ["is no question (request.prompt: ", { job: '{"key":"a","request":{},"attempt":0}' }],
    [
      "is no question (v: ",
      { job: '{"v":2,"key":"a","request":{"prompt":"a","sample":0},"attempt":0}' },
    ],
    ["is not JSON", ["torn"]],
  ])(
    "answers what else waits beside a row of the queue that %s, which is a failure",
    async (reason, data) => {
      const { start, ask, queue, entries, store } = await newTeam();
      const asking = ask(prompts(3));
      await using own = await queue();
      await expect.poll(async () => (await own.boss.findJobs(own.name)).length).toBe(3);
      const { database } = store;
      await database.query(
        "update promptnce_queue.job set data = $1 where id = (select min(id::text)::uuid from promptnce_queue.job)",
        [JSON.stringify(data)],
      );
      const provider = noting(() => yes);
      void start(provider);
      void start(provider);
      expect(await asking).toBe(3);
      expect(provider.calls).toHaveLength(2);
      const failures = (await entries()).flatMap(({ reply }) => reply.failure ?? []);
      expect(failures).toEqual([
        {
          kind: "queue",
          message: expect.stringContaining(`Its row in the queue ${reason}`) as string,
        },
      ]);
      expect(await own.boss.findJobs(own.name)).toEqual([]);
      expect(await ask(prompts(3))).toBe(0);
    },
  );

  it("removes a dead row that cannot be read, and one whose key is another program's", async () => {
    const { start, queue, entries, store } = await newTeam();
    await using own = await queue();
    const request = { prompt: "a", sample: 0 };
    const key = requestKey({ ...request, ...own.asked() });
    await enqueue(
      own,
      [key, "theirs"].map((each) => ({ key: each, request, attempt: 0 })),
    );
    await store.database.query("update promptnce_queue.job set data = '{}', state = 'failed'");
    await store.database.query(
      "insert into promptnce.taken values (gen_random_uuid(), 0, 'q', 'test:m', 'torn', now(), 1, 1, 1)",
    );
    await start(
      noting(() => yes),
      { untilEmpty: true },
    );
    expect(await entries()).toMatchObject([{ key, reply: { failure: { kind: "queue" } } }]);
    expect((await queueStatus(store))[0]).toMatchObject({ waiting: 0, spent: 1, aside: 0 });
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

  it("refuses nothing that a prompt may hold", async () => {
    const { start, ask, entries } = await newTeam();
    const texts = ["\u0000", "\ud800", "ä→\u2028", "'; drop table replies; --"];
    void start(noting((prompt) => ({ ...yes, text: prompt })));
    await ask(texts);
    expect((await entries()).map(({ reply }) => reply.text).toSorted()).toEqual(texts.toSorted());
    await using store = await openPostgresStore(await postgres.database("worker"));
    expect(await Array.fromAsync(store.entries())).toEqual([]);
  });
});
