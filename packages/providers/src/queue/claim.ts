import type { Usage } from "@promptnce/core";
import { journalText } from "../journal/journal-record.ts";
import { lostCall } from "../journal/read-journal.ts";
import { BudgetError } from "../errors/errors.ts";
import type { Sql } from "../postgres/database.ts";
import { keepReplies } from "../postgres/replies-table.ts";
import type { StoreEntry } from "../store/store.ts";
import { allowanceOf, type Size } from "./limits.ts";
import { bossDb, CHANNELS, type Claimed, CLAIMS, type Job, JOBS, type Queue, touched } from "./queue.ts";

/** Jobs that a worker may answer now. */
export interface Claim {
  readonly jobs: readonly Claimed[];
  /** The first call may be sent after so many milliseconds, each other one so many after the one before. */
  readonly waitMs: number;
  readonly gapMs: number;
  /** That the budget lets nothing more be asked. */
  readonly over?: BudgetError | undefined;
}

/** What a job is stored as: text alone, since the database's JSON refuses some letters that prompts may have. */
interface Stored {
  readonly job: string;
}

/** Puts questions into the queue and wakes its workers; what waits there or is under way already stays one. */
export async function enqueue({ boss, name, database }: Queue, jobs: readonly Job[]): Promise<void> {
  await database.transaction(async (sql) => {
    const rows = jobs.map((job) => ({ data: { job: JSON.stringify(job) } satisfies Stored, singletonKey: job.key }));
    await boss.insert(name, rows, { db: bossDb(sql) });
    await sql.query("select pg_notify($1, '')", [CHANNELS.asked]);
  });
}

/** Claims up to so many jobs together with their share of the model's limits, in one short transaction. */
export function claim(queue: Queue, free: number, sizeOf: (job: Job) => Size): Promise<Claim> {
  const { boss, name, database, provider } = queue;
  const fetchJobs = async (sql: Sql, batchSize: number): Promise<Claimed[]> => {
    const jobs = await boss.fetch<Stored>(name, { batchSize, db: bossDb(sql) });
    return jobs.map(({ id, retryCount, data }) => ({ ...(JSON.parse(data.job) as Job), id, retryCount }));
  };
  return database.transaction(async (sql) => {
    const allowance = await allowanceOf(sql, provider);
    const { waitMs, gapMs, over } = allowance;
    const most = over ? 0 : Math.min(free, allowance.calls);
    if (most === 0)
      return { jobs: [], waitMs, gapMs, over: over && new BudgetError(over.spent, over.limit, over.next) };
    await sql.query("savepoint unclaimed");
    let jobs = await fetchJobs(sql, most);
    const [first] = jobs;
    const fitting = allowance.fitting(jobs.map(sizeOf));
    if (fitting < jobs.length) {
      await sql.query("rollback to savepoint unclaimed");
      jobs = fitting === 0 ? [] : await fetchJobs(sql, fitting);
    }
    const beyond = first && fitting === 0 ? allowance.overBudget(sizeOf(first)) : undefined;
    if (beyond !== undefined) {
      await sql.query("update promptnce.limits set over = $3 where provider = $1 and model = $2", [
        provider.name,
        provider.model,
        beyond.next,
      ]);
      await sql.query("select pg_notify($1, '')", [CHANNELS.answered]);
      return { jobs, waitMs, gapMs, over: new BudgetError(beyond.spent, beyond.limit, beyond.next) };
    }
    await take(sql, queue, jobs, sizeOf, gapMs);
    return { jobs, waitMs, gapMs };
  });
}

async function take(
  sql: Sql,
  { name, provider }: Queue,
  jobs: readonly Claimed[],
  sizeOf: (job: Job) => Size,
  gapMs: number,
): Promise<void> {
  if (jobs.length === 0) return;
  const sizes = jobs.map(sizeOf);
  const at = new Date().toISOString();
  await sql.query(
    `insert into promptnce.taken (queue, provider, model, job, attempt, note, input, output, usd)
     select $1, $2, $3, * from unnest($4::uuid[], $5::int[], $6::text[], $7::float8[], $8::float8[], $9::float8[])`,
    [
      name,
      provider.name,
      provider.model,
      jobs.map(({ id }) => id),
      jobs.map(({ retryCount }) => retryCount),
      jobs.map(({ key, template }) => {
        const call = { key, provider: provider.name, model: provider.model, ...(template && { template }) };
        return journalText({ v: 2, kind: "sending", ...call, sending: true, at });
      }),
      sizes.map(({ inputTokens }) => inputTokens),
      sizes.map(({ outputTokens }) => outputTokens),
      sizes.map(({ usd }) => usd),
    ],
  );
  await sql.query(
    `update promptnce.limits set next_at = greatest(next_at, clock_timestamp()) + $3 * interval '1 millisecond'
     where provider = $1 and model = $2`,
    [provider.name, provider.model, jobs.length * gapMs],
  );
}

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
 */
export async function settle(queue: Queue, answered: readonly Answered[]): Promise<void> {
  const { boss, name, database, provider } = queue;
  await database.transaction(async (sql) => {
    const attempts = answered.map(({ job: { id, retryCount } }) => ({ id, retryCount }));
    const own = touched(await boss.deleteJob(name, attempts, { db: bossDb(sql) }));
    const settled = answered.filter(({ job }) => own.has(job.id));
    if (settled.length === 0) return;
    const kept = settled.flatMap(({ entries }) => entries.map((entry) => ({ entry })));
    if (kept.length > 0) await keepReplies(sql, kept);
    await sql.query(
      `update promptnce.taken as t set open = false, input = given.input, output = given.output, usd = given.usd
       from unnest($1::uuid[], $2::int[], $3::float8[], $4::float8[], $5::float8[])
         as given (job, attempt, input, output, usd)
       where t.job = given.job and t.attempt = given.attempt`,
      [
        settled.map(({ job }) => job.id),
        settled.map(({ job }) => job.retryCount),
        settled.map(({ usage }) => usage.inputTokens),
        settled.map(({ usage }) => usage.outputTokens),
        settled.map(({ usd }) => usd),
      ],
    );
    await count(sql, provider, {
      usd: settled.reduce((sum, { usd }) => sum + usd, 0),
      answered: settled.filter(({ entries }) => entries.length > 0).length,
      failed: settled.filter(({ entries }) => entries.at(-1)?.reply.failure).length,
    });
    await sql.query("select pg_notify($1, '')", [CHANNELS.answered]);
  });
}

/** Adds to what all workers of a model did. */
async function count(
  sql: Sql,
  { name, model }: Queue["provider"],
  { usd, answered, failed }: Readonly<Record<"usd" | "answered" | "failed", number>>,
): Promise<void> {
  await sql.query(
    `update promptnce.limits set spent = spent + $3, answered = answered + $4, failed = failed + $5
     where provider = $1 and model = $2`,
    [name, model, usd, answered, failed],
  );
}

/**
 * Settles what workers that died had taken: tokens are free again, dollars count as the most that the call may have
 * cost, and the store has a charge. A job that died with its worker in every claim is kept as failed. What is over a
 * minute old is forgotten.
 */
export async function sweep(queue: Queue, failed: (job: Job, message: string) => StoreEntry): Promise<void> {
  const { boss, name, database, provider } = queue;
  await database.transaction(async (sql) => {
    const lost = await sql.query(
      `update promptnce.taken as t set open = false, input = 0, output = 0 from (select job, attempt, input, output from promptnce.taken) as was
       where t.job = was.job and t.attempt = was.attempt and t.open and t.provider = $1 and t.model = $2 and not exists (
         select from ${JOBS}.job where id = t.job and name = t.queue and state = 'active' and retry_count = t.attempt)
       returning t.note, t.usd, was.input, was.output`,
      [provider.name, provider.model],
    );
    const charges = lost.rows.map(({ note, input, output }): StoreEntry => {
      const { v: _, kind: __, at: ___, ...entry } = lostCall(JSON.parse(note as string));
      return {
        ...entry,
        reply: { ...entry.reply, usage: { inputTokens: input as number, outputTokens: output as number } },
      };
    });
    if (charges.length > 0)
      await keepReplies(
        sql,
        charges.map((entry) => ({ entry })),
      );
    const dead = await sql.query(`select id, data from ${JOBS}.job where name = $1 and state = 'failed' for update`, [
      name,
    ]);
    const message = `Its worker died or stopped in each of ${CLAIMS} attempts.`;
    const outcomes = dead.rows.map(({ data }) => failed(JSON.parse((data as Stored).job) as Job, message));
    if (outcomes.length > 0) {
      await keepReplies(
        sql,
        outcomes.map((entry) => ({ entry })),
      );
      await boss.deleteJob(
        name,
        dead.rows.map(({ id }) => id as string),
        { db: bossDb(sql) },
      );
      await sql.query("select pg_notify($1, '')", [CHANNELS.answered]);
    }
    const usd = lost.rows.reduce((sum, row) => sum + (row["usd"] as number), 0);
    if (usd > 0 || outcomes.length > 0) {
      await count(sql, provider, { usd, answered: outcomes.length, failed: outcomes.length });
    }
    await sql.query("delete from promptnce.taken where not open and at < clock_timestamp() - interval '2 minutes'");
  });
}
