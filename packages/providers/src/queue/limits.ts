import type { Usage } from "@promptnce/core";
import { delay } from "../call/delay.ts";
import type { ProviderIdentity } from "../call/provider-identity.ts";
import type { Price } from "../cost/price.ts";
import { spentOn } from "../cost/spending.ts";
import { BudgetError, UsageError } from "../errors/errors.ts";
import type { Sql } from "../postgres/database.ts";
import type { PostgresStore } from "../postgres/postgres-store.ts";
import { makeQueueTables, modelId, notify } from "./queue.ts";

/** Of all workers of a model together; what is absent is not limited. */
export interface Limits {
  /** A minute. */
  readonly requests?: number | undefined;
  /** A minute. */
  readonly inputTokens?: number | undefined;
  /** A minute. */
  readonly outputTokens?: number | undefined;
  /** US dollars, what the store holds included. */
  readonly budget?: number | undefined;
}

/**
 * Sets those limits of a model that are given, for all workers, and leaves the others as they are. Where a budget is
 * given, what the store holds of the model at this price has been spent.
 *
 * @throws UsageError where there is a budget and no price.
 */
export async function setLimits(
  store: PostgresStore,
  provider: ProviderIdentity,
  { requests, inputTokens, outputTokens, budget }: Limits,
  price: Price | undefined,
): Promise<void> {
  await makeQueueTables(store.database);
  const model = modelId(provider);
  await store.database.transaction(async (sql) => {
    const given = [model, requests, inputTokens, outputTokens, budget].map((value) => value ?? null);
    const { rows } = await sql.query(
      `insert into promptnce.limits as before (model, requests, input_tokens, output_tokens, budget)
       values ($1, $2, $3, $4, $5) on conflict (model) do update set
         requests = coalesce($2, before.requests), input_tokens = coalesce($3, before.input_tokens),
         output_tokens = coalesce($4, before.output_tokens), budget = coalesce($5, before.budget),
         over = case when $5::float8 is null then before.over end
       returning budget`,
      given,
    );
    if (rows[0]?.["budget"] !== null && price === undefined) {
      throw new UsageError(
        `--budget: there is one for all workers, and nobody knows the price of ${provider.model}; give --price-in and --price-out, US dollars a million tokens`,
      );
    }
    if (budget === undefined || price === undefined) return;
    // The row is held: nobody settles anything meanwhile.
    const spent = await spentOn(provider, price, store);
    await sql.query("update promptnce.limits set spent = $2 where model = $1", [model, spent]);
  });
}

/** The most that a call may take; `usd` is 0 where nobody knows the price. */
export interface Size extends Usage {
  readonly usd: number;
}

/** How many calls may be claimed. */
export interface Share {
  readonly calls: number;
  /** Between two requests, in milliseconds; 0 where they are not limited. */
  readonly gapMs: number;
  /** That the budget lets nothing more be asked. */
  readonly over?: BudgetError | undefined;
}

/** Requests are spaced so that no second has more than its share, though some go out a little late. */
const EVEN = 0.9;

/**
 * How many calls of these sizes fit into the model's limits of tokens and dollars now, the first ones; the limits are
 * held until the transaction ends. What is under way counts as the most that it may take, what ended within the minute
 * as what it took. A call that is larger than a limit of tokens goes alone.
 */
export async function share(sql: Sql, model: string, sizes: readonly Size[]): Promise<Share> {
  const { rows } = await sql.query("select * from promptnce.limits where model = $1 for update", [model]);
  const limits = (rows[0] ?? {}) as Readonly<Partial<Record<string, number | null>>>;
  const { requests, input_tokens: input, output_tokens: output, spent, over } = limits;
  const gapMs = requests ? 60_000 / (EVEN * requests) : 0;
  const budget = limits["budget"] ?? Infinity;
  const beyond = (next: number): BudgetError => new BudgetError(spent ?? 0, budget, next);
  if (over != null) return { calls: 0, gapMs, over: beyond(over) };
  const sums = await sql.query(
    `select coalesce(sum(input), 0) as input, coalesce(sum(output), 0) as output,
       coalesce(sum(usd) filter (where open), 0) as usd, count(*) filter (where open)::int as open
     from promptnce.taken where model = $1 and (open or at > clock_timestamp() - interval '1 minute')`,
    [model],
  );
  const used = sums.rows[0] as Record<"input" | "output" | "usd" | "open", number>;
  const sum = { ...used };
  let calls = 0;
  for (const size of sizes) {
    sum.input += size.inputTokens;
    sum.output += size.outputTokens;
    sum.usd += size.usd;
    const tokensFit = sum.input <= (input ?? Infinity) && sum.output <= (output ?? Infinity);
    const alone = calls === 0 && used.input + used.output === 0;
    if (!(tokensFit || alone) || (spent ?? 0) + sum.usd > budget) break;
    calls++;
  }
  const [first] = sizes;
  if (!first || used.open > 0 || (spent ?? 0) + first.usd <= budget) return { calls, gapMs };
  await sql.query("update promptnce.limits set over = $2 where model = $1", [model, first.usd]);
  await notify(sql, "answered");
  return { calls, gapMs, over: beyond(first.usd) };
}

/** So much later than its moment a request may go out, in milliseconds. */
const LATE_MS = 50;

/**
 * Waits for the moment at which a model's limit of requests, over all workers, lets the next one go out. One that is
 * missed, since this process was busy, is given up for another, so that no two are caught up on at once.
 */
export function requestTurns({ query }: Pick<Sql, "query">, model: string): (gapMs: number) => Promise<void> {
  let fastest = Infinity;
  return async (gapMs) => {
    for (;;) {
      const sent = performance.now();
      const { rows } = await query(
        `update promptnce.limits set next_at = greatest(next_at, clock_timestamp()) + $2 * interval '1 millisecond'
         where model = $1 returning 1000 * extract(epoch from next_at - clock_timestamp())::float8 - $2 as wait`,
        [model, gapMs],
      );
      fastest = Math.min(fastest, performance.now() - sent);
      const moment = sent + fastest + (rows[0]?.["wait"] as number);
      await delay(Math.max(0, moment - performance.now()), undefined);
      if (performance.now() - moment <= LATE_MS) return;
    }
  };
}
