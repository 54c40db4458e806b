import { lostCall } from "@promptnce/engine/journal";
import type { Sql } from "../store/sql.ts";
import { keepReplies } from "../store/replies-table.ts";
import { entryOf } from "@promptnce/engine";
import { requestKey } from "@promptnce/engine";
import type { StoreEntry } from "@promptnce/engine";
import { bossDb, JOBS, touched } from "./boss.ts";
import {
  type Claimed,
  CLAIMS,
  type QueueJob,
  notify,
  type Queue,
  type StoredJob,
} from "./queue.ts";

/** What came of a claimed job. */
export interface Answered {
  readonly job: Claimed;
  /** Empty where the store had a reply by then. */
  readonly entries: readonly StoreEntry[];
  /** What it took in truth, by now. */
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
    const rows = await close(sql, settled);
    const entries = settled.flatMap((one) => one.entries);
    await keep(sql, queue, entries, rows);
    return jobs.map(({ id }) => own.has(id));
  });
}

/** Notes what claims took in truth, once that is known for good. */
export async function close(
  sql: Sql,
  ended: readonly Omit<Answered, "entries">[],
): Promise<readonly Claimed["size"][]> {
  const rows = ended.map(({ job: { id, retryCount }, size }) => ({ id, retryCount, ...size }));
  await sql.query(
    `update promptnce.taken set open = false, input = "inputTokens", output = "outputTokens", usd = row.usd
     from json_to_recordset($1)
       as row (id uuid, "retryCount" int, "inputTokens" float8, "outputTokens" float8, usd float8)
     where job = id and attempt = "retryCount"`,
    [JSON.stringify(rows)],
  );
  return rows;
}

/** Corrects what a job took by now: its call came back, and it waits to be repeated or settled. */
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
    const taken = lost.rows as readonly {
      note: string;
      input: number;
      output: number;
      usd: number;
    }[];
    // Of a call that had come back unpaid, and waited to be repeated, there is nothing to charge.
    const charges = taken.flatMap(({ note, input, output, usd }): StoreEntry[] => {
      if (input + output + usd === 0) return [];
      const { v: _, kind: __, at: ___, ...entry } = lostCall(note);
      const usage = { inputTokens: input, outputTokens: output };
      return [{ ...entry, reply: { ...entry.reply, usage } }];
    });
    const died = `delete from ${JOBS}.job where name = $1 and state = 'failed' returning data`;
    const dead = (await sql.query(died, [queue.name])).rows as readonly { data: StoredJob }[];
    const outcomes = dead.map(({ data }) => outcomeOf(JSON.parse(data.job) as QueueJob, queue));
    if (taken.length + dead.length > 0) await keep(sql, queue, [...charges, ...outcomes], taken);
    await sql.query(
      "delete from promptnce.taken where not open and at < clock_timestamp() - interval '2 minutes'",
    );
  });
}

/** Stores what came of jobs, adds it to what all workers of the model did, and wakes those who wait for it. */
export async function keep(
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
    `update promptnce.limits set spent = spent + $2, answered = answered + $3, failed = failed + $4,
       trouble = case when $3 = $4 then trouble end where model = $1`,
    [model, usd, answers.length, failed.length],
  );
  await notify(sql, "answered");
}

/** That a job died with its worker in every claim, under the key by which it would be looked up now. */
function outcomeOf({ request, attempt }: QueueJob, { asked }: Queue): StoreEntry {
  const failure = {
    kind: "worker",
    message: `Its worker died in each of ${CLAIMS} attempts.`,
  };
  const { provider: name, ...sent } = asked();
  const key = requestKey({ ...request, ...asked() });
  return entryOf(
    { name, ...sent },
    sent,
    { key, request, attempt },
    { text: "", stop: "failed", failure },
  );
}

/** Keeps why a worker ended for whoever waits and whoever looks, until the model answers again. */
export async function noteTrouble({ store, model }: Queue, message: string): Promise<void> {
  await store.database.transaction(async (sql) => {
    const text = message.replaceAll("\0", "");
    await sql.query("update promptnce.limits set trouble = $2 where model = $1", [model, text]);
    await notify(sql, "answered");
  });
}
