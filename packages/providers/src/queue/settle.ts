import type { Usage } from "@promptnce/core";
import { lostCall } from "../journal/read-journal.ts";
import type { SendingNote } from "../journal/journal-record.ts";
import type { Sql } from "../postgres/database.ts";
import { keepReplies } from "../postgres/replies-table.ts";
import type { StoreEntry } from "../store/store.ts";
import { bossDb, type Claimed, CLAIMS, type Job, JOBS, notify, type Queue, type StoredJob, touched } from "./queue.ts";

/** What came of a claimed job. */
export interface Answered {
  readonly job: Claimed;
  /** Empty where the store had a reply by then. */
  readonly entries: readonly StoreEntry[];
  readonly usage: Usage;
  readonly usd: number;
}

/**
 * Stores what came of jobs, completes them and corrects what they took, in one transaction. Of a job that another has
 * claimed since nothing is done, and what it took was settled then.
 *
 * @returns Of each whether it was done.
 */
export function settle(queue: Queue, all: readonly Answered[]): Promise<boolean[]> {
  return queue.database.transaction(async (sql) => {
    const own = touched(
      await queue.boss.deleteJob(
        queue.name,
        all.map(({ job }) => job),
        { db: bossDb(sql) },
      ),
    );
    const settled = all.filter(({ job }) => own.has(job.id));
    if (settled.length === 0) return all.map(() => false);
    await keepReplies(
      sql,
      settled.flatMap(({ entries }) => entries.map((entry) => ({ entry }))),
    );
    const rows = settled.map(({ job: { id, retryCount }, usage, usd }) => ({ id, retryCount, ...usage, usd }));
    await sql.query(
      `update promptnce.taken set open = false, input = "inputTokens", output = "outputTokens", usd = row.usd
       from json_to_recordset($1)
         as row (id uuid, "retryCount" int, "inputTokens" float8, "outputTokens" float8, usd float8)
       where job = id and attempt = "retryCount"`,
      [JSON.stringify(rows)],
    );
    const usd = settled.reduce((sum, one) => sum + one.usd, 0);
    const answered = settled.filter(({ entries }) => entries.length > 0);
    await count(
      sql,
      queue,
      usd,
      answered.length,
      answered.filter(({ entries }) => entries.at(-1)?.reply.failure).length,
    );
    return all.map(({ job }) => own.has(job.id));
  });
}

/** Corrects what a job took whose call has ended and which is not settled yet. */
export async function release({ database }: Queue, { job, usage, usd }: Answered): Promise<void> {
  await database.query(
    "update promptnce.taken set input = $3, output = $4, usd = $5 where job = $1 and attempt = $2 and open",
    [job.id, job.retryCount, usage.inputTokens, usage.outputTokens, usd],
  );
}

/** Adds to what all workers of a model did, and wakes those who wait for it. */
async function count(sql: Sql, { model }: Queue, usd: number, answered: number, failed: number): Promise<void> {
  await sql.query(
    "update promptnce.limits set spent = spent + $2, answered = answered + $3, failed = failed + $4 where model = $1",
    [model, usd, answered, failed],
  );
  await notify(sql, "answered");
}

/**
 * Settles what workers that died had taken: tokens are free again, dollars count as the most that the call may have
 * cost, and the store has a charge. A job that died with its worker in every claim is kept as `failed` makes it.
 */
export async function sweep(queue: Queue, failed: (job: Job, message: string) => StoreEntry): Promise<void> {
  const { boss, name, model, database } = queue;
  await database.transaction(async (sql) => {
    const lost = await sql.query(
      `update promptnce.taken as own set open = false, input = 0, output = 0 from promptnce.taken as was
       where own.job = was.job and own.attempt = was.attempt and own.open and own.model = $1 and not exists (
         select from ${JOBS}.job
         where id = own.job and name = own.queue and state = 'active' and retry_count = own.attempt)
       returning own.note, own.usd, was.input, was.output`,
      [model],
    );
    const charges = lost.rows.map(({ note, input, output }): StoreEntry => {
      const { v: _, kind: __, at: ___, ...entry } = lostCall(JSON.parse(note as string) as SendingNote);
      const usage = { inputTokens: input as number, outputTokens: output as number };
      return { ...entry, reply: { ...entry.reply, usage } };
    });
    const dead = await sql.query(`select id, data from ${JOBS}.job where name = $1 and state = 'failed' for update`, [
      name,
    ]);
    const message = `Its worker died or stopped in each of ${CLAIMS} attempts.`;
    const outcomes = dead.rows.map(({ data }) => failed(JSON.parse((data as StoredJob).job) as Job, message));
    await keepReplies(
      sql,
      [...charges, ...outcomes].map((entry) => ({ entry })),
    );
    if (outcomes.length > 0)
      await boss.deleteJob(
        name,
        dead.rows.map(({ id }) => id as string),
        { db: bossDb(sql) },
      );
    const usd = lost.rows.reduce((sum, row) => sum + (row["usd"] as number), 0);
    if (lost.rows.length + outcomes.length > 0) await count(sql, queue, usd, outcomes.length, outcomes.length);
    await sql.query("delete from promptnce.taken where not open and at < clock_timestamp() - interval '2 minutes'");
  });
}
