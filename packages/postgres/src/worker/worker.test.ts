import type { CallContext } from "@promptnce/core";
import { type Databases, hasPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, expect, it } from "vitest";
import { ProviderError } from "@promptnce/core/errors";
import { openPostgresStore } from "../store/postgres-store.ts";
import { requestKey } from "@promptnce/engine";
import { model, noting, prompts, team, yes } from "../testing/team.test.support.ts";
import { claim } from "../queue/claim.ts";
import { queueStatus } from "../queue/limits.ts";
import { enqueue } from "../queue/queue.ts";
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
