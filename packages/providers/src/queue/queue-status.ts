import type { Database } from "../postgres/database.ts";
import { makeTables } from "../postgres/replies-table.ts";
import { JOBS, TABLES } from "./queue.ts";

/** Where the questions to one model stand, over all workers. */
export interface QueueStatus {
  readonly provider: string;
  readonly model: string;
  /** Questions that no worker has yet, and those that one has. */
  readonly waiting: number;
  readonly active: number;
  /** What workers have answered in all, and how much of it failed for good. */
  readonly answered: number;
  readonly failed: number;
  /** Answers of the last minute. */
  readonly aMinute: number;
  /** US dollars that are spent, and those that calls under way may cost at most. */
  readonly spent: number;
  readonly aside: number;
  /** Limits, where there are any: a minute, and US dollars in all. */
  readonly requests: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly budget: number | null;
  /** Whether the budget lets nothing more be asked. */
  readonly over: boolean;
  /** At the rate of the last minute; absent where nothing was answered in it. */
  readonly secondsLeft?: number;
}

/** Of each model that workers were started for, or asked about. */
export async function queueStatus(database: Database): Promise<QueueStatus[]> {
  await makeTables(database, TABLES);
  const { rows: there } = await database.query("select to_regclass($1) as jobs", [`${JOBS}.job`]);
  const jobs = there[0]?.["jobs"] === null ? "(values (null, 'created')) as none (name, state)" : `${JOBS}.job`;
  const { rows } = await database.query(
    `select provider, model, coalesce(waiting, 0)::int as waiting, coalesce(active, 0)::int as active,
       coalesce(answered, 0)::int as answered, coalesce(failed, 0)::int as failed,
       coalesce(recent, 0)::int as "aMinute", coalesce(spent, 0) as spent, coalesce(aside, 0) as aside,
       requests, input_tokens as "inputTokens", output_tokens as "outputTokens", budget, over is not null as over
     from (select distinct provider, model from promptnce.queues) as models
     left join promptnce.limits using (provider, model)
     left join (
       select provider, model, count(*) filter (where state in ('created', 'retry')) as waiting,
         count(*) filter (where state = 'active') as active
       from promptnce.queues join ${jobs} using (name) group by provider, model) as jobs using (provider, model)
     left join (
       select provider, model, sum(usd) filter (where open) as aside,
         count(*) filter (where not open and at > clock_timestamp() - interval '1 minute') as recent
       from promptnce.taken group by provider, model) as calls using (provider, model)
     order by provider, model`,
  );
  return (rows as unknown as QueueStatus[]).map((row) => {
    const left = (60 * (row.waiting + row.active)) / row.aMinute;
    return { ...row, ...(row.aMinute > 0 && { secondsLeft: Math.ceil(left) }) };
  });
}
