import { budgeted, cached } from "@promptnce/engine";
import { describeBudget } from "@promptnce/engine/testing/budget-conformance";
import { type Databases, hasPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openPostgresStore } from "../store/postgres-store.ts";
import { model, noting, price, prompts, team, yes } from "../testing/team.test.support.ts";
import { queueStatus, setLimits } from "./limits.ts";
import { rowBudget } from "./row-budget.ts";

describe.skipIf(!hasPostgres)("a row of a database", () => {
  let postgres: Databases;
  beforeAll(async () => void (postgres = await postgresOfRun()));

  /** A store of a database, beside others that ask. */
  const opened = async (address: string) => {
    const store = await openPostgresStore(address, { sharesAsking: true });
    onTestFinished(() => store[Symbol.asyncDispose]());
    return store;
  };

  describeBudget("a row", async (limit) => {
    const store = await opened(await postgres.database("row"));
    return rowBudget(async () => store, model, { limit, price });
  });

  it("holds a run and the workers beside it to one budget, to the cent", async () => {
    const { store, start, ask } = await team(postgres, "beside");
    const cost = price.cost(yes.usage!);
    await setLimits(store, model, { budget: 60 * cost }, price);
    const own = await opened(store.database.address);
    const direct = noting(() => yes);
    const budget = rowBudget(async () => own, model, { price });
    const asking = cached(budgeted({ budget, price: { ...price, plain: true } })(direct), own);
    const workers = noting(() => yes);
    void start(workers).catch(() => {});
    const answered = ask(prompts(40)).catch((error: unknown) => error);
    const ran = await Promise.allSettled(
      prompts(40).map((prompt) => asking.complete({ prompt: `direct ${prompt}`, sample: 0 })),
    );
    await answered;
    const calls = direct.calls.length + workers.calls.length;
    expect(direct.calls.length).toBeGreaterThan(0);
    expect(workers.calls.length).toBeGreaterThan(0);
    expect(ran.filter(({ status }) => status === "fulfilled")).toHaveLength(direct.calls.length);
    const [status] = await queueStatus(store);
    expect(status!.spent).toBeCloseTo(calls * cost, 12);
    expect(status!.spent).toBeLessThanOrEqual(60 * cost);
    expect(status!.aside).toBe(0);
  });

  it("counts what a dead run had under way at its most", async () => {
    const { store, start, ask, queue } = await team(postgres, "dead");
    await using _queue = await queue();
    await setLimits(store, model, { budget: 1 }, price);
    await store.database.query(
      `insert into promptnce.taken (queue, model, job, attempt, note, input, output, usd)
       values ('run of a dead process', 'test:m', gen_random_uuid(), 0, '', 0, 0, 0.25)`,
    );
    expect((await queueStatus(store))[0]).toMatchObject({ budget: 1, spent: 0, aside: 0.25 });
    // One that ends with an empty queue might end before the question is in it.
    void start(noting(() => yes)).catch(() => {});
    await ask(["a"]);
    // A worker ends such leases when it looks for what dead workers left.
    await expect
      .poll(async () => (await queueStatus(store))[0])
      .toMatchObject({ spent: 0.25 + price.cost(yes.usage!), aside: 0 });
  });

  it("is set by the run that names a limit, for the workers as well", async () => {
    const { store, queue } = await team(postgres, "named");
    await using _queue = await queue();
    await setLimits(store, model, { budget: 1 }, price);
    const run = rowBudget(async () => store, model, { limit: 2, price });
    expect(await run.reserve([1.5])).toHaveLength(1);
    expect((await queueStatus(store))[0]).toMatchObject({ budget: 2 });
  });
});
