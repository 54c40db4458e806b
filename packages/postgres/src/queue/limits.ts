import { delay } from "@promptnce/engine";
import type { ProviderIdentity } from "@promptnce/providers";
import type { Price } from "@promptnce/engine";
import { spentOn } from "@promptnce/engine/money";
import { OptionError } from "@promptnce/core/errors";
import type { Sql } from "../store/sql.ts";
import type { PostgresStore } from "../store/postgres-store.ts";
import { allRecords } from "../store/replies-table.ts";
import { JOBS } from "./boss.ts";
import { modelId, type Size } from "./queue.ts";

/**
 * Of all workers of a model together: requests and tokens a minute, and US dollars, what the store holds included. What
 * is absent is not limited.
 */
export type Limits = {
  readonly [Name in "requests" | "inputTokens" | "outputTokens" | "budget"]?: number | undefined;
};

/**
 * Sets those limits of a model that are given, for all workers, and leaves the others as they are. Where there is a
 * budget, given now or before, what the store holds of the model at this price has been spent.
 *
 * @throws OptionError where there is a budget and no price.
 */
export async function setLimits(
  store: PostgresStore,
  provider: ProviderIdentity,
  { requests, inputTokens, outputTokens, budget }: Limits,
  price: Price | undefined,
): Promise<void> {
  const model = modelId(provider);
  const { database } = store;
  await database.query("insert into promptnce.limits (model) values ($1) on conflict do nothing", [
    model,
  ]);
  // What was counted and what is stored, as of one moment; what workers settle meanwhile adds to both. A large store is
  // long in reading, and nobody is to wait for that.
  const uncounted = await database.transaction(async (sql) => {
    await sql.query("set transaction isolation level repeatable read, read only");
    const counted = "select spent, budget from promptnce.limits where model = $1";
    const [before] = (await sql.query(counted, [model])).rows;
    if ((budget ?? before?.["budget"] ?? null) === null) return 0;
    if (price === undefined) {
      throw new OptionError(
        "budget",
        (write) =>
          `there is one for all workers, and nobody knows the price of ${provider.model}; give ${write("priceIn")} and ${write("priceOut")}, US dollars a million tokens`,
      );
    }
    const stored = await spentOn(provider, price, { entries: () => allRecords(sql) });
    return stored - (before?.["spent"] as number);
  });
  await database.query(
    `update promptnce.limits set requests = coalesce($2, requests), input_tokens = coalesce($3, input_tokens),
       output_tokens = coalesce($4, output_tokens), budget = coalesce($5, budget), spent = spent + $6,
       over = case when $5::float8 is null then over end where model = $1`,
    [model, requests ?? null, inputTokens ?? null, outputTokens ?? null, budget ?? null, uncounted],
  );
}

/** Where the questions to one model stand, over all workers. */
export interface QueueStatus extends Readonly<Record<keyof Limits, number | null>> {
  /** `provider:model`. */
  readonly model: string;
  /** Questions that no worker has yet, and those that one has. */
  readonly waiting: number;
  readonly active: number;
  /** What workers have answered in all, how much of it failed for good, and the answers of the last minute. */
  readonly answered: number;
  readonly failed: number;
  readonly aMinute: number;
  /** US dollars that are spent, and those that calls under way may cost at most. */
  readonly spent: number;
  readonly aside: number;
  /** That the budget lets nothing more be asked; limits are null where there are none. */
  readonly over: boolean;
  /** Why the worker ended that ended last, where nothing was answered since. */
  readonly trouble: string | null;
}

/** Of each model that workers were started for, in the order of their names. */
export async function queueStatus({ database }: PostgresStore): Promise<QueueStatus[]> {
  const tables = ["promptnce.limits", `${JOBS}.job`];
  const { rows: missing } = await database.query(
    "select from unnest($1::text[]) as name where to_regclass(name) is null",
    [tables],
  );
  if (missing.length > 0) return [];
  const { rows } = await database.query(
    `select limits.model, answered::int, failed::int, spent, requests, input_tokens as "inputTokens",
       output_tokens as "outputTokens", budget, over is not null as over, trouble, jobs.*, own.*
     from promptnce.limits, lateral (
       select count(*) filter (where state in ('created', 'retry'))::int as waiting,
         count(*) filter (where state = 'active')::int as active
       from promptnce.queues join ${JOBS}.job using (name) where queues.model = limits.model) as jobs, lateral (
       select count(*) filter (where not open and at > clock_timestamp() - interval '1 minute')::int as "aMinute",
         coalesce(sum(usd) filter (where open), 0) as aside
       from promptnce.taken where taken.model = limits.model) as own
     order by limits.model`,
  );
  return rows as unknown as QueueStatus[];
}

/** How many calls may be claimed, and how the limits stand. */
export interface Share {
  readonly calls: number;
  /** Between two requests, in milliseconds; 0 where they are not limited. */
  readonly gapMs: number;
  /** US dollars. */
  readonly spent: number;
  readonly budget: number;
  /** Whether the first call does not fit into the budget beside those under way. */
  readonly isShort: boolean;
  /** What the next call may cost, where the budget lets nothing more be asked. */
  readonly over: number | null;
}

/**
 * How many calls of these sizes fit into the model's limits of tokens and dollars now, the first ones; whoever asks holds
 * the limits until the transaction ends. What is under way counts as the most that it may take, what ended within the
 * minute as what it took. A call that is larger than a limit of tokens goes alone. Where nothing more fits into the budget
 * and every call under way is idle, none can turn out cheaper: it is used up.
 */
export async function share(sql: Sql, model: string, sizes: readonly Size[]): Promise<Share> {
  // Requests are spaced so that no second has more than its share, though some go out a little late.
  const { rows } = await sql.query(
    `select coalesce(60000 / (0.9 * requests), 0) as "gapMs", spent, coalesce(budget, 'infinity') as budget, over,
       coalesce(input_tokens, 'infinity') - input as "inputTokens",
       coalesce(output_tokens, 'infinity') - output as "outputTokens", usd, working, input + output = 0 as alone
     from promptnce.limits, lateral (
       select coalesce(sum(input), 0) as input, coalesce(sum(output), 0) as output,
         coalesce(sum(usd) filter (where open), 0) as usd, count(*) filter (where open and not idle)::int as working
       from promptnce.taken
       where taken.model = limits.model and (open or at > clock_timestamp() - interval '1 minute')) as used
     where limits.model = $1`,
    [model],
  );
  const { alone, working, inputTokens, outputTokens, usd, ...now } = rows[0] as unknown as Omit<
    Share,
    "calls" | "isShort"
  > &
    Size & { readonly alone: boolean; readonly working: number };
  const next = sizes[0]?.usd ?? 0;
  const isShort = now.spent + usd + next > now.budget;
  if (now.over !== null) return { ...now, isShort, calls: 0 };
  const sum = { inputTokens: 0, outputTokens: 0, usd: now.spent + usd };
  const tooLarge = sizes.findIndex((size, i) => {
    sum.inputTokens += size.inputTokens;
    sum.outputTokens += size.outputTokens;
    sum.usd += size.usd;
    const fits =
      (alone && i === 0) || (sum.inputTokens <= inputTokens && sum.outputTokens <= outputTokens);
    return !fits || sum.usd > now.budget;
  });
  return {
    ...now,
    isShort,
    over: isShort && working === 0 ? next : null,
    calls: tooLarge === -1 ? sizes.length : tooLarge,
  };
}

/** So much later than its moment a request may go out, in milliseconds. */
const LATE_MS = 50;

/**
 * Waits for the moment at which a model's limit of requests, over all workers, lets the next one go out. One that is
 * missed, since this process was busy, is given up for another, so that no two are caught up on at once.
 */
export function requestTurns(
  { query }: Pick<Sql, "query">,
  model: string,
): (gapMs: number) => Promise<void> {
  // How far this process's clock is ahead of the database's, by the fastest answer so far.
  let ahead = Infinity;
  return async (gapMs) => {
    for (;;) {
      const sent = performance.now();
      const { rows } = await query(
        `update promptnce.limits set next_at = greatest(next_at, clock_timestamp()) + $2 * interval '1 millisecond'
         where model = $1 returning 1000 * extract(epoch from clock_timestamp())::float8 as now,
           1000 * extract(epoch from next_at)::float8 - $2 as at`,
        [model, gapMs],
      );
      const { now, at } = rows[0] as Record<"now" | "at", number>;
      ahead = Math.min(ahead, performance.now() - now);
      // Never sooner than if the database had answered at once, should its clock have been set back.
      const moment = Math.max(at + ahead, sent + at - now);
      await delay(Math.max(0, moment - performance.now()), undefined);
      if (performance.now() - moment <= LATE_MS) return;
    }
  };
}
