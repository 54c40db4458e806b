import type { Usage } from "@promptnce/core";
import { delay, type Price } from "@promptnce/engine";
import type { ProviderIdentity } from "@promptnce/providers";
import { fitting, spentOn } from "@promptnce/engine/money";
import { OptionError, type Sentence } from "@promptnce/core/errors";
import type { Sql } from "../store/sql.ts";
import type { PostgresStore } from "../store/postgres-store.ts";
import { allRecords } from "../store/replies-table.ts";
import { jobCounts, JOB_TABLE } from "./jobs-table.ts";
import { modelId, type Size } from "./queue.ts";

/**
 * The limits of a model: requests and tokens a minute for all its workers together, and a budget in
 * US dollars for these and for runs that ask the model themselves, which includes the stored
 * replies. An absent limit does not apply.
 */
export type Limits = {
  readonly [Name in "requests" | "inputTokens" | "outputTokens" | "budget"]?: number | undefined;
};

/**
 * Sets the given limits of a model for all its workers, and leaves the others unchanged. Where
 * there is a budget, given now or before, the model's stored replies count as spent at this price.
 *
 * @throws OptionError where there is a budget but no price, or only an assumed one.
 * @example
 * await using store = await openPostgresStore("postgres://localhost/replies");
 * await prepareQueue(store);
 * const provider = { name: "openai", model: "gpt-5-mini", settings: {} };
 * const price = { cost: ({ outputTokens }) => outputTokens * 1e-6, source: "ours" };
 * await setLimits(store, provider, { budget: 5 }, price);
 * (await queueStatus(store))[0].budget; // → 5
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
  // A consistent snapshot of the counted and the stored spending; what workers settle meanwhile
  // adds to both. Reading a large store takes long, and must not block anyone.
  const uncounted = await database.transaction(async (sql) => {
    await sql.query("set transaction isolation level repeatable read, read only");
    const counted = "select spent, budget from promptnce.limits where model = $1";
    const [before] = (await sql.query(counted, [model])).rows;
    if ((budget ?? before?.["budget"] ?? null) === null) return 0;
    if (price === undefined || price.assumed) {
      throw new OptionError("budget", priceNeeded(provider.model, price));
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

/** Why a budget needs prices, and which. */
function priceNeeded(model: string, assumed: Price | undefined): Sentence {
  const why = assumed
    ? "the server on this machine may pass requests on to a vendor"
    : `the price of ${model} is unknown`;
  const free = assumed ? ", or 0 and 0 for a model of your own" : "";
  return (write) =>
    `all workers share it, and ${why}; give ${write("priceIn")} and ${write("priceOut")}, US dollars a million tokens${free}`;
}

/** The state of one model's queue, over all workers. */
export interface QueueStatus extends Readonly<Record<keyof Limits, number | null>> {
  /** `provider:model`. */
  readonly model: string;
  /** Questions that wait for a worker (`waiting`), and those that a worker holds (`active`). */
  readonly waiting: number;
  readonly active: number;
  /**
   * Questions answered in all, those of them that failed for good, and answers in the last minute.
   */
  readonly answered: number;
  readonly failed: number;
  readonly aMinute: number;
  /** US dollars spent, and the most that calls under way may cost. */
  readonly spent: number;
  readonly aside: number;
  /** Whether the budget allows no further request. Limits that are not set are null. */
  readonly over: boolean;
  /** Why the worker ended that ended last, where nothing was answered since. */
  readonly trouble: string | null;
}

/**
 * The status of each model that workers were started for, ordered by name.
 *
 * @example
 * await using store = await openPostgresStore("postgres://localhost/replies");
 * await prepareQueue(store);
 * const provider = { name: "openai", model: "gpt-5-mini", settings: {} };
 * await setLimits(store, provider, { requests: 500 }, undefined);
 * await queueStatus(store); // → [{ model: "openai:gpt-5-mini", requests: 500, waiting: 0 }]
 */
export async function queueStatus({ database }: PostgresStore): Promise<QueueStatus[]> {
  const tables = ["promptnce.limits", JOB_TABLE];
  const { rows: missing } = await database.query(
    "select from unnest($1::text[]) as name where to_regclass(name) is null",
    [tables],
  );
  if (missing.length > 0) return [];
  const { rows } = await database.query(
    `select limits.model, answered::int, failed::int, spent, requests, input_tokens as "inputTokens",
       output_tokens as "outputTokens", budget, over is not null as over, trouble, own.*
     from promptnce.limits, lateral (
       select
         (select coalesce(sum(calls), 0)::int from promptnce.used
          where used.model = limits.model and at > clock_timestamp() - interval '1 minute') as "aMinute",
         (select coalesce(sum(usd), 0) from promptnce.taken
          where taken.model = limits.model) as aside) as own
     order by limits.model`,
  );
  const jobs = await jobCounts(database);
  return rows.map((row) => {
    const counts = jobs.get(row["model"] as string) ?? { waiting: 0, active: 0 };
    return { ...row, ...counts } as unknown as QueueStatus;
  });
}

/** What limits single calls of a model. */
export interface CallLimits {
  /** The interval between two requests in milliseconds; 0 without a limit. */
  readonly gapMs: number;
  /** In US dollars; infinite without a limit. */
  readonly budget: number;
}

/** How the budget of a model stands. Amounts in US dollars. */
interface BudgetStatus extends CallLimits {
  readonly spent: number;
  /** The possible cost of the next call, where the budget allows no further request. */
  readonly over: number | null;
}

/** The number of calls that may be claimed, and the state of the limits. */
export interface Share extends BudgetStatus, FittingCalls {}

/** How many calls fit into the limits. */
interface FittingCalls {
  readonly calls: number;
  /** Whether the first call does not fit into the budget beside those under way. */
  readonly isShort: boolean;
  readonly over: number | null;
}

/**
 * The limits of a model; an amount that is not limited is infinite. Requests are spaced so that no
 * second exceeds its share, even if some are sent slightly late.
 */
const LIMITS = `select coalesce(60000 / (0.9 * requests), 0) as "gapMs", spent, over,
    coalesce(budget, 'infinity') as budget, coalesce(input_tokens, 'infinity') as "inputTokens",
    coalesce(output_tokens, 'infinity') as "outputTokens"
  from promptnce.limits where model = $1`;

interface LimitsNow extends BudgetStatus, Usage {}

/** What counts towards the limits of a model now. */
interface LimitUse extends Size {
  /** The number of claims that have a call under way. */
  readonly working: number;
}

/**
 * How many of the first calls, of these sizes, fit into the model's limits of tokens and dollars
 * now. These stay locked until the caller's transaction ends. Calls under way count at their
 * maximum, calls that ended within the last minute at their actual usage. A call larger than a
 * token limit is sent alone. The budget is used up when no further call fits and every call under
 * way is idle, so that none can turn out cheaper.
 */
export async function share(sql: Sql, model: string, sizes: readonly Size[]): Promise<Share> {
  const limitsBy = async (text: string): Promise<LimitsNow> =>
    (await sql.query(text, [model])).rows[0] as unknown as LimitsNow;
  const known = await limitsBy(LIMITS);
  const limitsTokens = known.inputTokens < Infinity || known.outputTokens < Infinity;
  if (!limitsTokens && known.budget === Infinity) {
    // Nothing bounds what is under way together, so workers need not wait for each other.
    return { ...known, isShort: false, calls: sizes.length };
  }
  const limits = await limitsBy(`${LIMITS} for update`);
  const counted = await countedBy(sql, model, limitsTokens);
  return { ...limits, ...fittingCalls(limits, counted, sizes) };
}

/** Cents are not that fine: sums in another order may differ by less. US dollars. */
const ROUNDING = 1e-9;

/**
 * Whether what is spent and what calls under way may cost is within a model's budget now. To be
 * asked right before a call leaves, since its claim may be old.
 */
export async function staysWithin(sql: Sql, model: string): Promise<boolean> {
  const { rows } = await sql.query(
    `select spent + (select coalesce(sum(usd), 0) from promptnce.taken where model = $1)
       <= coalesce(budget, 'infinity') + $2 as within
     from promptnce.limits where model = $1`,
    [model, ROUNDING],
  );
  return rows[0]?.["within"] === true;
}

/** The claims of a model and, with `ended`, the calls that ended within the last minute. */
async function countedBy(sql: Sql, model: string, ended: boolean): Promise<LimitUse> {
  const { rows } = await sql.query(
    `select held.input + used.input as "inputTokens", held.output + used.output as "outputTokens",
       usd, working
     from (
       select coalesce(sum(input), 0) as input, coalesce(sum(output), 0) as output,
         coalesce(sum(usd), 0) as usd, count(*) filter (where not idle)::int as working
       from promptnce.taken where model = $1) as held, (
       select coalesce(sum(input), 0) as input, coalesce(sum(output), 0) as output
       from promptnce.used
       where $2 and model = $1 and at > clock_timestamp() - interval '1 minute') as used`,
    [model, ended],
  );
  return rows[0] as unknown as LimitUse;
}

function fittingCalls(
  { budget, spent, over, ...limits }: LimitsNow,
  counted: LimitUse,
  sizes: readonly Size[],
): FittingCalls {
  const amounts = sizes.map(({ usd }) => usd);
  const state = { limit: budget, spent, aside: counted.usd, open: counted.working };
  const first = fitting(state, [amounts[0] ?? 0]);
  const isShort = first.calls === 0;
  if (over !== null) return { over, isShort, calls: 0 };
  const isAlone = counted.inputTokens + counted.outputTokens === 0;
  let { inputTokens, outputTokens } = counted;
  const tooLarge = sizes.findIndex((size, i) => {
    inputTokens += size.inputTokens;
    outputTokens += size.outputTokens;
    if (isAlone && i === 0) return false;
    return inputTokens > limits.inputTokens || outputTokens > limits.outputTokens;
  });
  const calls = Math.min(tooLarge === -1 ? Infinity : tooLarge, fitting(state, amounts).calls);
  return { over: first.over ?? null, isShort, calls };
}

/** How late a request may be sent, in milliseconds. */
const LATE_MS = 50;

/**
 * A function that waits until a model's request limit, over all workers, allows the next request. A
 * moment missed because this process was busy is given up for a later one, so that missed requests
 * are not sent together.
 */
export function requestTurns(sql: Sql, model: string): (gapMs: number) => Promise<void> {
  // The offset of this process's clock from the database's, estimated from the fastest response so
  // far.
  let ahead = Infinity;
  return async (gapMs) => {
    for (;;) {
      const sent = performance.now();
      const { rows } = await sql.query(
        `update promptnce.limits set next_at = greatest(next_at, clock_timestamp()) + $2 * interval '1 millisecond'
         where model = $1 returning 1000 * extract(epoch from clock_timestamp())::float8 as now,
           1000 * extract(epoch from next_at)::float8 - $2 as at`,
        [model, gapMs],
      );
      const { now, at } = rows[0] as Record<"now" | "at", number>;
      ahead = Math.min(ahead, performance.now() - now);
      // Not earlier than if the database had answered at once, in case its clock was set back.
      const moment = Math.max(at + ahead, sent + at - now);
      await delay(Math.max(0, moment - performance.now()), undefined);
      if (performance.now() - moment <= LATE_MS) return;
    }
  };
}
