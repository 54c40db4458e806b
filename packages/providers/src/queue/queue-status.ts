import type { Database } from "../postgres/database.ts";
import { JOBS, makeQueueTables } from "./queue.ts";

/** Where the questions to one model stand, over all workers. */
export interface QueueStatus {
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
  /** Limits, where there are any: a minute, and US dollars in all; `over` says that the budget lets nothing more be asked. */
  readonly requests: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly budget: number | null;
  readonly over: boolean;
}

/** Of each model that workers were started for, in the order of their names. */
export async function queueStatus(database: Database): Promise<QueueStatus[]> {
  await makeQueueTables(database);
  const { rows: there } = await database.query("select to_regclass($1) as jobs", [`${JOBS}.job`]);
  const jobs = there[0]?.["jobs"] === null ? "(values ('', 'created')) as none (name, state)" : `${JOBS}.job`;
  const { rows } = await database.query(
    `select limits.model, answered::int, failed::int, spent, requests, input_tokens as "inputTokens",
       output_tokens as "outputTokens", budget, over is not null as over,
       (select count(*)::int from promptnce.queues join ${jobs} using (name)
        where model = limits.model and state in ('created', 'retry')) as waiting,
       (select count(*)::int from promptnce.queues join ${jobs} using (name)
        where model = limits.model and state = 'active') as active,
       (select count(*)::int from promptnce.taken
        where model = limits.model and not open and at > clock_timestamp() - interval '1 minute') as "aMinute",
       (select coalesce(sum(usd), 0) from promptnce.taken where model = limits.model and open) as aside
     from promptnce.limits order by model`,
  );
  return rows as unknown as QueueStatus[];
}
