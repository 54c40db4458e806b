import type { PostgresStore } from "../postgres/postgres-store.ts";
import type { Limits } from "./limits.ts";
import { JOBS } from "./queue.ts";

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
}

/** Of each model that workers were started for, in the order of their names. */
export async function queueStatus({ database }: PostgresStore): Promise<QueueStatus[]> {
  const { rows: there } = await database.query("select to_regclass($1) as jobs", [`${JOBS}.job`]);
  if (there[0]?.["jobs"] === null) return [];
  const { rows } = await database.query(
    `select limits.model, answered::int, failed::int, spent, requests, input_tokens as "inputTokens",
       output_tokens as "outputTokens", budget, over is not null as over, jobs.*, own.*
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
