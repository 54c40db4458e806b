import type { Sql } from "../store/sql.ts";

// The only statements on pg-boss's own table of jobs, which its version pins. Its API is used
// wherever it has the call. What it lacks:
// - It tells neither the state of many jobs by their keys (`findJobs` takes one key, and reads
//   their data) nor counts that are current (`getQueueStats` gives those of up to a minute before).
// - It takes no claim back: `retry` and `resume` are for jobs that have failed or were cancelled,
//   and `fail` counts as a claim that died.
// - A job whose claims all died becomes `failed` without a word, and `findJobs` asks for no state.
//   A dead letter queue would get a copy, and the failed job would still have to be found and
//   removed.
// - None of its calls joins our tables, as finding claims of dead workers in one statement does,
//   and settling claims.

/** The schema in which pg-boss keeps its jobs. */
export const JOBS = "promptnce_queue";

/** Its table of jobs. */
export const JOB_TABLE: string = `${JOBS}.job`;

/**
 * One claim of a job. `retryCount` numbers the claims; a worker with an older claim cannot settle
 * the job.
 */
export interface JobAttempt {
  readonly id: string;
  readonly retryCount: number;
}

/** Whether a row `own` of `promptnce.taken` is a claim that a worker still holds. */
export const IS_HELD: string = `exists (select from ${JOB_TABLE}
  where id = own.job and name = own.queue and state = 'active' and retry_count = own.attempt)`;

/**
 * The statement that completes the jobs of claims which no other worker has claimed since, and
 * returns the rows of `claims`; `name` is that of the queue.
 */
export function completing(claims: string, name: string): string {
  return `delete from ${JOB_TABLE} as held using ${claims}
    where held.name = ${name} and held.id = claim.id
      and state = 'active' and retry_count = claim."retryCount"
    returning claim.*`;
}

/**
 * The keys among these that are in the queue, and whether a worker holds each. Each key is looked
 * up by the index that keeps it from being queued twice; compared with all keys at once, every job
 * of the queue would be read.
 */
export async function queuedKeys(
  sql: Sql,
  queue: string,
  keys: readonly string[],
): Promise<readonly { readonly key: string; readonly active: boolean }[]> {
  const { rows } = await sql.query(
    `select key, active from unnest($2::text[]) as wanted (key), lateral (
       select state = 'active' as active from ${JOB_TABLE}
       where name = $1 and coalesce(singleton_key, '') = wanted.key
         and state <= 'active' and policy = 'exclusive'
       limit 1) as job
     union all select singleton_key, false from ${JOB_TABLE}
     where name = $1 and state = 'failed' and singleton_key in (select unnest($2::text[]))`,
    [queue, keys],
  );
  return rows as unknown as { readonly key: string; readonly active: boolean }[];
}

/** The numbers of jobs by model: those that wait for a worker, and those that one holds. */
export async function jobCounts(
  sql: Sql,
): Promise<ReadonlyMap<string, { readonly waiting: number; readonly active: number }>> {
  const { rows } = await sql.query(
    `select model, count(*) filter (where state in ('created', 'retry'))::int as waiting,
       count(*) filter (where state = 'active')::int as active
     from promptnce.queues join ${JOB_TABLE} using (name) group by model`,
  );
  return new Map(
    rows.map(({ model, waiting, active }) => [
      model as string,
      { waiting: waiting as number, active: active as number },
    ]),
  );
}

/**
 * Puts claimed jobs back as if they had not been claimed, without the pause between two claims;
 * those that were excused do not count already.
 *
 * @returns The ids of those that no other worker has claimed since.
 */
export async function unclaim(
  sql: Sql,
  queue: string,
  claims: readonly (JobAttempt & { readonly isExcused?: boolean })[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql.query(
    `update ${JOB_TABLE} as own
     set state = 'retry', retry_limit = retry_limit + uncounted, start_after = now(), heartbeat_on = null
     from json_to_recordset($2) as claim (id uuid, attempt int, uncounted int)
     where own.name = $1 and own.id = claim.id and state = 'active' and retry_count = attempt returning own.id`,
    [
      queue,
      JSON.stringify(
        claims.map(({ id, retryCount, isExcused }) => {
          return { id, attempt: retryCount, uncounted: isExcused ? 0 : 1 };
        }),
      ),
    ],
  );
  return new Set(rows.map(({ id }) => id as string));
}

/** Leaves claims out of the count of those that died, while their worker keeps them. */
export async function uncount(
  sql: Sql,
  queue: string,
  claims: readonly JobAttempt[],
): Promise<void> {
  await sql.query(
    `update ${JOB_TABLE} as own set retry_limit = retry_limit + 1
     from json_to_recordset($2) as claim (id uuid, "retryCount" int)
     where own.name = $1 and own.id = claim.id and state = 'active' and retry_count = "retryCount"`,
    [queue, JSON.stringify(claims.map(({ id, retryCount }) => ({ id, retryCount })))],
  );
}

/** A job that was removed: its data, and the key of its question, which other programs may lack. */
export interface RemovedJob {
  readonly id: string;
  readonly key: string | null;
  readonly data: unknown;
}

/** Removes the jobs whose claims have all died. */
export async function takeDead(sql: Sql, queue: string): Promise<readonly RemovedJob[]> {
  const { rows } = await sql.query(
    `delete from ${JOB_TABLE} where name = $1 and state = 'failed'
     returning id, singleton_key as key, data`,
    [queue],
  );
  return rows as unknown as readonly RemovedJob[];
}

/** Removes the jobs with these ids. */
export async function takeJobs(
  sql: Sql,
  queue: string,
  ids: readonly string[],
): Promise<readonly RemovedJob[]> {
  const { rows } = await sql.query(
    `delete from ${JOB_TABLE} where name = $1 and id = any ($2::uuid[])
     returning id, singleton_key as key, data`,
    [queue, ids],
  );
  return rows as unknown as readonly RemovedJob[];
}
