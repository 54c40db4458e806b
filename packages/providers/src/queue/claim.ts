import type { ProviderIdentity } from "../call/provider-identity.ts";
import { journalText } from "../journal/journal-record.ts";
import type { Sql } from "../postgres/database.ts";
import { type Share, share, type Size } from "./limits.ts";
import { bossDb, type Claimed, type Job, nap, type Queue, type StoredJob } from "./queue.ts";

/** Jobs that a worker may answer now. */
export interface Claim extends Share {
  readonly jobs: readonly Claimed[];
}

/** Claims up to so many jobs together with their share of the model's limits, in one short transaction. */
export function claim(
  queue: Queue,
  { name, model }: ProviderIdentity,
  free: number,
  sizeOf: (job: Job) => Size,
): Promise<Claim> {
  const { boss, database } = queue;
  const fetchJobs = async (sql: Sql, batchSize: number): Promise<Claimed[]> => {
    const jobs = batchSize > 0 ? await boss.fetch<StoredJob>(queue.name, { batchSize, db: bossDb(sql) }) : [];
    return jobs.map(({ id, retryCount, data }) => ({ ...(JSON.parse(data.job) as Job), id, retryCount }));
  };
  return database.transaction(async (sql) => {
    await sql.query("select from promptnce.limits where model = $1 for update", [queue.model]);
    await sql.query("savepoint unclaimed");
    let jobs = await fetchJobs(sql, free);
    if (jobs.length === 0) return { jobs, calls: 0, gapMs: 0 };
    const sizes = jobs.map(sizeOf);
    let own = await share(sql, queue.model, sizes);
    if (own.calls < jobs.length) {
      // What does not fit stays in the queue, as if it had not been looked at; that the budget is used up is kept.
      await sql.query("rollback to savepoint unclaimed");
      if (own.over) own = await share(sql, queue.model, sizes);
      jobs = await fetchJobs(sql, own.calls);
    }
    const at = new Date().toISOString();
    const rows = jobs.map((job) => {
      const { id, retryCount, key, template } = job;
      const call = { key, provider: name, model, ...(template && { template }) };
      const note = journalText({ v: 2, kind: "sending", ...call, sending: true, at });
      return { id, retryCount, note, ...sizeOf(job) };
    });
    await sql.query(
      `insert into promptnce.taken (queue, model, job, attempt, note, input, output, usd)
       select $1, $2, id, "retryCount", note, "inputTokens", "outputTokens", usd from json_to_recordset($3)
         as row (id uuid, "retryCount" int, note text, "inputTokens" float8, "outputTokens" float8, usd float8)`,
      [queue.name, queue.model, JSON.stringify(rows)],
    );
    return { ...own, jobs };
  });
}

/** Takes a job's share of tokens and dollars once more, for a call that is repeated, as soon as it fits. */
export async function claimAgain({ database, model }: Queue, job: Claimed, size: Size): Promise<void> {
  for (;;) {
    const { calls } = await database.transaction(async (sql) => {
      const own = await share(sql, model, [size]);
      if (own.calls === 0) return own;
      await sql.query(
        `update promptnce.taken set input = input + $3, output = output + $4, usd = usd + $5
         where job = $1 and attempt = $2 and open`,
        [job.id, job.retryCount, size.inputTokens, size.outputTokens, size.usd],
      );
      return own;
    });
    if (calls > 0) return;
    await nap(500);
  }
}
