import type { Usage } from "@promptnce/core";
import type { ProviderIdentity } from "../call/provider-identity.ts";
import type { Price } from "../cost/price.ts";
import { spentOn } from "../cost/spending.ts";
import type { Sql } from "../postgres/database.ts";
import type { PostgresStore } from "../postgres/postgres-store.ts";
import { makeTables } from "../postgres/replies-table.ts";
import { TABLES } from "./queue.ts";

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
 */
export async function setLimits(
  store: PostgresStore,
  { name, model }: ProviderIdentity,
  { requests, inputTokens, outputTokens, budget }: Limits,
  price: Price | undefined,
): Promise<void> {
  await makeTables(store.database, TABLES);
  await store.database.transaction(async (sql) => {
    const row = [name, model, requests, inputTokens, outputTokens, budget];
    await sql.query(
      `insert into promptnce.limits as before (provider, model, requests, input_tokens, output_tokens, budget)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (provider, model) do update set
         requests = coalesce(excluded.requests, before.requests),
         input_tokens = coalesce(excluded.input_tokens, before.input_tokens),
         output_tokens = coalesce(excluded.output_tokens, before.output_tokens),
         budget = coalesce(excluded.budget, before.budget),
         over = case when excluded.budget is null then before.over end`,
      row.map((value) => value ?? null),
    );
    // The row is held: nobody settles anything meanwhile.
    if (budget !== undefined && price !== undefined) {
      await sql.query("update promptnce.limits set spent = $3 where provider = $1 and model = $2", [
        name,
        model,
        await spentOn({ name, model }, price, store),
      ]);
    }
  });
}

/** The most that a call may take. */
export interface Size extends Usage {
  /** US dollars; 0 where nobody knows the price. */
  readonly usd: number;
}

/** US dollars of a budget that does not let the next call be made. */
export interface OverBudget {
  readonly spent: number;
  readonly limit: number;
  /** The most that the call may cost. */
  readonly next: number;
}

/** Where a model's limits stand, its row held until the transaction ends. */
export interface Allowance {
  /** That the budget was found to be used up. */
  readonly over: OverBudget | undefined;
  /** Requests are to be sent so many milliseconds apart, the first in `waitMs`. */
  readonly gapMs: number;
  readonly waitMs: number;
  /** How many calls the limit of requests lets be claimed. */
  readonly calls: number;
  /** How many of these calls fit beside what is taken; one that is larger than a limit of tokens goes alone. */
  fitting(sizes: readonly Size[]): number;
  /** That the next call would pass the budget though nothing is under way; `undefined` where there is a way. */
  overBudget(next: Size): OverBudget | undefined;
}

/** Requests are spaced so that a second never has more than its share, though some come a little late. */
const SHARE = 0.95;

/** Calls are claimed so long before they may be sent, in milliseconds. */
const AHEAD_MS = 250;

/** What may be taken of a model's limits now. */
export async function allowanceOf(sql: Sql, { name, model }: ProviderIdentity): Promise<Allowance> {
  const { rows } = await sql.query(
    `select *, 1000 * extract(epoch from next_at - clock_timestamp())::float8 as ahead
     from promptnce.limits where provider = $1 and model = $2 for update`,
    [name, model],
  );
  const { requests, input_tokens, output_tokens, budget, spent, over, ahead } = (rows[0] ?? {}) as Readonly<
    Record<string, number | null>
  >;
  const sums = await sql.query(
    `select coalesce(sum(input), 0) as input, coalesce(sum(output), 0) as output,
       coalesce(sum(usd) filter (where open), 0) as usd, count(*) filter (where open)::int as open
     from promptnce.taken
     where provider = $1 and model = $2 and (open or at > clock_timestamp() - interval '1 minute')`,
    [name, model],
  );
  const used = sums.rows[0] as Record<"input" | "output" | "usd" | "open", number>;
  const gapMs = requests ? 60_000 / (SHARE * requests) : 0;
  const waitMs = Math.max(0, ahead ?? 0);
  const fits = (taken: number, more: number, limit: number | null | undefined, alone: boolean): boolean =>
    limit == null || taken + more <= limit || (alone && taken === 0);
  return {
    over: over == null ? undefined : { spent: spent as number, limit: budget as number, next: over },
    gapMs,
    waitMs: gapMs > 0 ? waitMs : 0,
    calls: gapMs === 0 ? Infinity : Math.max(0, Math.floor((AHEAD_MS - waitMs) / gapMs) + 1),
    fitting(sizes) {
      const sum = { inputTokens: 0, outputTokens: 0, usd: 0 };
      const first = sizes.findIndex((size, i) => {
        sum.inputTokens += size.inputTokens;
        sum.outputTokens += size.outputTokens;
        sum.usd += size.usd;
        return !(
          fits(used.input, sum.inputTokens, input_tokens, i === 0) &&
          fits(used.output, sum.outputTokens, output_tokens, i === 0) &&
          fits((spent ?? 0) + used.usd, sum.usd, budget, false)
        );
      });
      return first < 0 ? sizes.length : first;
    },
    overBudget({ usd }) {
      if (used.open > 0 || fits(spent ?? 0, usd, budget, false)) return undefined;
      return { spent: spent ?? 0, limit: budget as number, next: usd };
    },
  };
}
