import { type Databases, hasPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, expect, it } from "vitest";
import { requestKey } from "@promptnce/engine";
import { noting, team, yes } from "../testing/team.test.support.ts";
import { callsUnderWay } from "./calls-under-way.ts";
import { claim } from "../queue/claim.ts";
import { enqueue } from "../queue/queue.ts";

describe.skipIf(!hasPostgres)("a call under way", () => {
  let postgres: Databases;
  beforeAll(async () => void (postgres = await postgresOfRun()));

  it("that was lost and claimed again by the same worker leaves the later claim alone, and counts once", async () => {
    const { store, queue, entries } = await team(postgres, "calls");
    await using own = await queue();
    const request = { prompt: "a", sample: 0 };
    await enqueue(own, [{ key: requestKey({ ...request, ...own.asked() }), request, attempt: 0 }]);
    const free = { inputTokens: 0, outputTokens: 0, usd: 0 };
    const claimOne = async () => (await claim(own, 1, () => free)).jobs[0]!;
    const replies: (() => void)[] = [];
    const provider = noting(() => new Promise((resolve) => void replies.push(() => resolve(yes))));
    const ended: unknown[] = [];
    const calls = callsUnderWay(own, { store, provider, price: undefined }, (error) =>
      ended.push(error),
    );
    const early = await claimOne();
    const unlimited = { gapMs: 0, budget: Infinity };
    calls.begin(early, unlimited, false);
    await expect.poll(() => replies.length).toBe(1);
    // What pg-boss does once no heartbeat came for ten seconds, without the wait between two
    // claims.
    await own.boss.fail(own.name, [early]);
    await store.database.query("update promptnce_queue.job set start_after = now()");
    const late = await claimOne();
    calls.begin(late, unlimited, false);
    await expect.poll(() => replies.length).toBe(2);
    replies[0]!();
    await expect.poll(() => ended.length).toBe(1);
    expect(calls.held().map(({ retryCount }) => retryCount)).toEqual([1]);
    replies[1]!();
    await expect.poll(() => ended).toEqual([undefined, undefined]);
    expect(calls.held()).toEqual([]);
    expect(calls.count).toMatchObject({ answered: 1, underWay: 0 });
    expect(await entries()).toHaveLength(1);
  });
});
