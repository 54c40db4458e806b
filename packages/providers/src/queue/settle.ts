import { lostCall } from "../journal/read-journal.ts";
import type { Sql } from "../postgres/database.ts";
import { keepReplies } from "../postgres/replies-table.ts";
import { entryOf } from "../store/cached.ts";
import { requestKey } from "../store/request-key.ts";
import type { StoreEntry } from "../store/store.ts";
import { bossDb, type Claimed, CLAIMS, type Job, JOBS, notify, type Queue, type StoredJob, touched } from "./queue.ts";

/** What came of a claimed job. */
export interface Answered {
  readonly job: Claimed;
  /** Empty where the store had a reply by then. */
  readonly entries: readonly StoreEntry[];
  /** What it took in truth. */
  readonly size: Claimed["size"];
}

/**
 * Stores what came of jobs, completes them and corrects what they took, in one transaction, and tells of each whether
 * it did: not of a job that another has claimed since, of which what it took was settled then.
 */
export function settle(queue: Queue, all: readonly Answered[]): Promise<boolean[]> {
  return queue.store.database.transaction(async (sql) => {
    const jobs = all.map(({ job }) => job);
    const own = touched(await queue.boss.deleteJob(queue.name, jobs, { db: bossDb(sql) }));
    const settled = all.filter(({ job }) => own.has(job.id));
    const rows = settled.map(({ job: { id, retryCount }, size }) => ({ id, retryCount, ...size }));
    await sql.query(
      `update promptnce.taken set open = false, input = "inputTokens", output = "outputTokens", usd = row.usd
       from json_to_recordset($1)
         as row (id uuid, "retryCount" int, "inputTokens" float8, "outputTokens" float8, usd float8)
       where job = id and attempt = "retryCount"`,
      [JSON.stringify(rows)],
    );
    const entries = settled.flatMap((one) => one.entries);
    await keep(sql, queue, entries, rows);
    return jobs.map(({ id }) => own.has(id));
  });
}

/** Gives back what a claim took whose call came back unpaid. */
export async function forget({ store }: Queue, { id, retryCount }: Claimed): Promise<void> {
  await store.database.query("delete from promptnce.taken where job = $1 and attempt = $2", [id, retryCount]);
}

/** Corrects what a job took whose call has ended and which is not settled yet. */
export async function release({ store }: Queue, { job, size }: Answered): Promise<void> {
  await store.database.query(
    "update promptnce.taken set input = $3, output = $4, usd = $5, idle = true where job = $1 and attempt = $2 and open",
    [job.id, job.retryCount, size.inputTokens, size.outputTokens, size.usd],
  );
}

/**
 * Settles what workers that died had taken: tokens are free again, dollars count as the most that the call may have
 * cost, and the store has a charge. A job that died with its worker in every claim is kept as failed.
 */
export async function sweep(queue: Queue): Promise<void> {
  await queue.store.database.transaction(async (sql) => {
    const lost = await sql.query(
      `delete from promptnce.taken as own where open and model = $1 and not exists (
         select from ${JOBS}.job
         where id = own.job and name = own.queue and state = 'active' and retry_count = own.attempt)
       returning note, input, output, usd`,
      [queue.model],
    );
    const taken = lost.rows as readonly { note: string; input: number; output: number; usd: number }[];
    const charges = taken.map(({ note, input, output }): StoreEntry => {
      const { v: _, kind: __, at: ___, ...entry } = lostCall(note);
      return { ...entry, reply: { ...entry.reply, usage: { inputTokens: input, outputTokens: output } } };
    });
    const died = `delete from ${JOBS}.job where name = $1 and state = 'failed' returning data`;
    const dead = (await sql.query(died, [queue.name])).rows as readonly { data: StoredJob }[];
    const outcomes = dead.map(({ data }) => outcomeOf(JSON.parse(data.job) as Job, queue));
    if (taken.length + dead.length > 0) await keep(sql, queue, [...charges, ...outcomes], taken);
    await sql.query("delete from promptnce.taken where not open and at < clock_timestamp() - interval '2 minutes'");
  });
}

/** Stores what came of jobs, adds it to what all workers of the model did, and wakes those who wait for it. */
async function keep(
  sql: Sql,
  { model }: Queue,
  entries: readonly StoreEntry[],
  taken: readonly { readonly usd: number }[],
): Promise<void> {
  const answers = entries.filter(({ charge }) => charge !== true);
  const failed = answers.filter(({ reply }) => reply.failure);
  const usd = taken.reduce((sum, one) => sum + one.usd, 0);
  await keepReplies(sql, entries);
  await sql.query(
    "update promptnce.limits set spent = spent + $2, answered = answered + $3, failed = failed + $4 where model = $1",
    [model, usd, answers.length, failed.length],
  );
  await notify(sql, "answered");
}

/** That a job died with its worker in every claim, under the key by which it would be looked up now. */
function outcomeOf({ request, attempt }: Job, { asked }: Queue): StoreEntry {
  const failure = { kind: "worker", message: `Its worker died or stopped in each of ${CLAIMS} attempts.` };
  const { provider: name, ...sent } = asked();
  const key = requestKey({ ...request, ...asked() });
  return entryOf({ name, ...sent }, sent, { key, request, attempt }, { text: "", stop: "failed", failure });
}
