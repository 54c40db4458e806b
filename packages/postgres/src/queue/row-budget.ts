import { randomUUID } from "node:crypto";
import { BudgetError, delay, type Price } from "@promptnce/engine";
import { type Budget, fitting, type Lease } from "@promptnce/engine/money";
import type { ProviderIdentity } from "@promptnce/providers";
import type { PostgresStore } from "../store/postgres-store.ts";
import { holderOf } from "../store/held-lock.ts";
import type { Database } from "../store/database.ts";
import type { Sql } from "../store/sql.ts";
import { setLimits } from "./limits.ts";
import { modelId } from "./queue.ts";

/** How often a call that waits for money asks again, in milliseconds. */
const WAIT_MS = 500;

/**
 * The budget of a model as a row of the database, for a run that asks the model itself: what it
 * reserves and spends counts for the model's workers too, and what they spend for the run.
 *
 * @param open Opens the store, before the first reservation.
 * @param terms `limit`: US dollars, from now on for everyone who asks the model; without it the
 *   limit that the row has, if any, holds. `price`: the price of calls.
 * @example
 * await using store = await openPostgresStore("postgres://localhost/replies");
 * await prepareQueue(store);
 * const provider = { name: "openai", model: "gpt-5-mini", settings: {} };
 * const price = { cost: ({ outputTokens }) => outputTokens * 1e-6, source: "ours" };
 * const budget = rowBudget(async () => store, provider, { limit: 1, price });
 * const [lease] = await budget.reserve([0.6]);
 * await lease.settle(0.5);
 * (await queueStatus(store))[0].spent; // → 0.5
 */
export function rowBudget(
  open: () => Promise<PostgresStore>,
  provider: ProviderIdentity,
  { limit, price }: { readonly limit?: number | undefined; readonly price: Price },
): Budget {
  const model = modelId(provider);
  const run = `run ${randomUUID()}`;
  let begun: Promise<Database> | undefined;
  const begin = async (): Promise<Database> => {
    const store = await open();
    // Held as long as this process lives, so that others know whose leases are of the dead.
    (await store.database.lock(run, "exclusive"))?.unref();
    await setLimits(store, provider, { budget: limit }, price);
    await endRuns(store.database, model);
    return store.database;
  };
  return {
    async reserve(most) {
      begun ??= begin();
      const database = await begun;
      return database.transaction(async (sql) => {
        const state = await stateOf(sql, model);
        const { calls, over } = fitting(state, most);
        if (over !== undefined) throw new BudgetError(state.spent, state.limit, over);
        const amounts = most.slice(0, calls);
        const rows = amounts.map((usd) => ({ id: randomUUID(), usd }));
        await sql.query(
          `insert into promptnce.taken (queue, model, job, attempt, note, input, output, usd)
           select $1, $2, id, 0, '', 0, 0, usd
           from json_to_recordset($3) as row (id uuid, usd float8)`,
          [run, model, JSON.stringify(rows)],
        );
        return rows.map(({ id }): Lease => ({ settle: (usd) => settleRow(database, id, usd) }));
      });
    },
    freed: (end) => delay(WAIT_MS, end),
  };
}

/** The budget of a model, which stays locked until the transaction ends. */
async function stateOf(sql: Sql, model: string): Promise<Parameters<typeof fitting>[0]> {
  const { rows } = await sql.query(
    `select coalesce(budget, 'infinity') as "limit", spent from promptnce.limits
     where model = $1 for update`,
    [model],
  );
  const { rows: leases } = await sql.query(
    `select coalesce(sum(usd), 0) as aside, count(*) filter (where not idle)::int as open
     from promptnce.taken where model = $1`,
    [model],
  );
  return { ...rows[0], ...leases[0] } as unknown as Parameters<typeof fitting>[0];
}

/** Ends a lease; one that others took for that of a dead run has been counted already. */
async function settleRow(sql: Sql, id: string, usd: number): Promise<void> {
  await sql.query(
    `with ended as (delete from promptnce.taken where job = $1 and attempt = 0 returning model)
     update promptnce.limits set spent = spent + $2 from ended where limits.model = ended.model`,
    [id, usd],
  );
}

/** Ends the leases of runs that died: their calls count at their most. */
export async function endRuns(sql: Sql, model: string): Promise<void> {
  const { rows } = await sql.query(
    "select distinct queue as run from promptnce.taken where model = $1 and queue like 'run %'",
    [model],
  );
  for (const { run } of rows) {
    if ((await holderOf(sql, run as string)) !== undefined) continue;
    await sql.query(
      `with lost as (delete from promptnce.taken where queue = $2 returning usd)
       update promptnce.limits set spent = spent + coalesce((select sum(usd) from lost), 0)
       where model = $1`,
      [model, run],
    );
  }
}
