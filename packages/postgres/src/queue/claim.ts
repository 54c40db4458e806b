import { delay } from "@promptnce/engine";
import { journalText } from "@promptnce/engine/journal";
import type { Sql } from "../store/sql.ts";
import { type Share, share } from "./limits.ts";
import { bossDb } from "./boss.ts";
import { takeJobs } from "./jobs-table.ts";
import { type QueueJob, readJob } from "./queue-job.ts";
import { keepOutcomes } from "./settle.ts";
import { type Claim, notify, type Queue, type Size } from "./queue.ts";

/** Jobs that a worker may answer now. */
export interface ClaimedJobs extends Share {
  readonly jobs: readonly Claim[];
}

/**
 * Claims up to `free` jobs together with their share of the model's limits, in one short
 * transaction.
 */
export function claim(
  queue: Queue,
  free: number,
  sizeOf: (job: QueueJob) => Size,
): Promise<ClaimedJobs> {
  const fitting = async (sql: Sql, batchSize: number): Promise<ClaimedJobs> => {
    const db = bossDb(sql);
    const found = batchSize > 0 ? await queue.boss.fetch(queue.name, { batchSize, db }) : [];
    const jobs: Claim[] = [];
    const unread: string[] = [];
    for (const { id, retryCount, data } of found) {
      const job = readJob(data);
      if ("reason" in job) unread.push(id);
      else jobs.push({ ...job, id, retryCount, size: sizeOf(job) });
    }
    if (unread.length > 0) {
      await keepOutcomes(sql, queue, await takeJobs(sql, queue.name, unread));
    }
    const sizes = jobs.map(({ size }) => size);
    const own = await share(sql, queue.model, sizes);
    if (own.calls === jobs.length) return { ...own, jobs };
    // Jobs that do not fit stay in the queue, as if they had not been read.
    await sql.query("rollback to savepoint unclaimed");
    return { ...own, jobs: (await fitting(sql, own.calls)).jobs };
  };
  return taking(queue, (sql) => fitting(sql, free), "savepoint unclaimed");
}

/** Reserves a job's share of tokens and dollars again, for a retry, as soon as it fits. */
export async function claimAgain(queue: Queue, job: Claim, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { calls } = await taking(queue, async (sql) => {
      const own = await share(sql, queue.model, [job.size]);
      if (!own.isShort) return { ...own, jobs: own.calls > 0 ? [job] : [] };
      // While idle it cannot turn out cheaper, so other idle jobs must not wait for it.
      await sql.query("update promptnce.taken set idle = true where job = $1 and attempt = $2", [
        job.id,
        job.retryCount,
      ]);
      return { ...(await share(sql, queue.model, [job.size])), jobs: [] };
    });
    if (calls > 0) return;
    await delay(500, signal);
  }
}

/**
 * Reserves the claimed jobs' share of the model's limits, in one transaction with the claim, and
 * notifies all when the budget is used up.
 */
function taking(
  queue: Queue,
  work: (sql: Sql) => Promise<ClaimedJobs>,
  first?: string,
): Promise<ClaimedJobs> {
  const { name, model, store } = queue;
  const asked = queue.asked();
  return store.database.transaction(async (sql) => {
    const claimed = await work(sql);
    const at = new Date().toISOString();
    const rows = claimed.jobs.map(({ id, retryCount, key, request: { template }, size }) => {
      const call = {
        key,
        provider: asked.provider,
        model: asked.model,
        ...(template && { template }),
      };
      const note = journalText({ v: 2, kind: "sending", ...call, sending: true, at });
      return { id, retryCount, note, ...size };
    });
    await sql.query(
      `insert into promptnce.taken as before (queue, model, job, attempt, note, input, output, usd)
       select $1, $2, id, "retryCount", note, "inputTokens", "outputTokens", usd from json_to_recordset($3)
         as row (id uuid, "retryCount" int, note text, "inputTokens" float8, "outputTokens" float8, usd float8)
       on conflict (job, attempt) do update set input = before.input + excluded.input,
         output = before.output + excluded.output, usd = before.usd + excluded.usd, idle = false`,
      [name, model, JSON.stringify(rows)],
    );
    if (claimed.over === null) return claimed;
    // Not of a budget that was raised since it was read.
    const unknown = `update promptnce.limits set over = $2 where model = $1 and over is null
      and coalesce(budget, 'infinity') = $3::float8 returning model`;
    if ((await sql.query(unknown, [model, claimed.over, claimed.budget])).rows.length > 0)
      await notify(sql, "answered");
    return claimed;
  }, first);
}
