import type { Sql } from "../store/sql.ts";
import { callOf, keeping, keepReplies, lineOf } from "../store/replies-table.ts";
import { entryOf, requestKey, type StoreEntry } from "@promptnce/engine";
import { completing, IS_HELD, type RemovedJob, takeDead } from "./jobs-table.ts";
import { type QueueJob, readJob } from "./queue-job.ts";
import { endRuns } from "./row-budget.ts";
import { type Claim, CLAIMS, notify, type Queue, type Size } from "./queue.ts";

/** The outcome of a claimed job. */
export interface JobOutcome {
  readonly job: Claim;
  /** Empty if the store already had a reply. */
  readonly entries: readonly StoreEntry[];
  /** Its actual usage so far. */
  readonly size: Claim["size"];
}

/**
 * One statement, since each further one costs a worker and the database as much as a question. The
 * lines are stored before the totals are locked, as in `keep`, so that no two wait for each other.
 */
const SETTLE = `with own as (
  ${completing(
    `json_to_recordset($3) as claim (id uuid, "retryCount" int,
      "inputTokens" float8, "outputTokens" float8, usd float8, answers int, failures int)`,
    "$1",
  )}
), released as (
  delete from promptnce.taken using own where job = id and attempt = "retryCount" returning at
), noted as (
  insert into promptnce.used (model, at, calls, input, output)
  select $2, max(at), count(*), (select sum("inputTokens") from own),
    (select sum("outputTokens") from own) from released having count(*) > 0
), kept as (
  ${keeping(
    `json_to_recordset($4) as row (job uuid, i int, key text, line text, dropped text)
     where job in (select id from own)`,
    "array[]::text[]",
  )} returning key
), counted as (
  update promptnce.limits set spent = spent + sums.usd, answered = answered + answers,
    failed = failed + failures, trouble = case when answers = failures then trouble end
  from (select sum(usd) as usd, sum(answers) as answers, sum(failures) as failures from own) as sums,
    (select count(*) as count from kept) as lines
  where model = $2 and answers is not null and lines.count >= 0
)
select id, pg_notify('promptnce_answered', '') from own`;

/**
 * Stores the outcomes of jobs, completes the jobs and corrects their usage, all or nothing. Returns
 * for each job whether it was settled: false where another worker has claimed it since, since its
 * usage was settled at that time.
 */
export async function settle(
  { name, model, store }: Queue,
  all: readonly JobOutcome[],
): Promise<boolean[]> {
  const claims = all.map(({ job: { id, retryCount }, entries, size }) => {
    const answers = answersAmong(entries);
    const failures = failuresAmong(answers).length;
    return { id, retryCount, ...size, answers: answers.length, failures };
  });
  const lines = all
    .flatMap(({ job, entries }) => entries.map((entry) => ({ job: job.id, entry })))
    .map(({ job, entry }, i) => ({ job, ...lineOf(entry, i) }));
  const values = [name, model, JSON.stringify(claims), JSON.stringify(lines)];
  const { rows } = await store.database.query(SETTLE, values);
  const own = new Set(rows.map(({ id }) => id));
  return all.map(({ job }) => own.has(job.id));
}

function answersAmong(entries: readonly StoreEntry[]): readonly StoreEntry[] {
  return entries.filter(({ charge }) => charge !== true);
}

function failuresAmong(entries: readonly StoreEntry[]): readonly StoreEntry[] {
  return entries.filter(({ reply }) => reply.failure);
}

/** Releases the shares of claims, and records what their calls have used instead. */
export async function close(
  sql: Sql,
  { model }: Queue,
  ended: readonly JobOutcome[],
): Promise<void> {
  const { inputTokens, outputTokens } = sumOf(ended);
  await sql.query(
    `with ended as (
       delete from promptnce.taken using json_to_recordset($2) as row (id uuid, "retryCount" int)
       where job = id and attempt = "retryCount" returning at)
     insert into promptnce.used (model, at, calls, input, output)
     select $1, max(at), count(*), $3, $4 from ended having count(*) > 0`,
    [model, claimsText(ended.map(({ job }) => job)), inputTokens, outputTokens],
  );
}

/** The usage of claims together. */
export function sumOf(ended: readonly JobOutcome[]): Size {
  const sum = { inputTokens: 0, outputTokens: 0, usd: 0 };
  for (const { size } of ended) {
    sum.inputTokens += size.inputTokens;
    sum.outputTokens += size.outputTokens;
    sum.usd += size.usd;
  }
  return sum;
}

/** Claims as JSON, for a statement that joins them. */
export function claimsText(claims: readonly Claim[]): string {
  return JSON.stringify(claims.map(({ id, retryCount }) => ({ id, retryCount })));
}

/**
 * Corrects the usage of a job whose call has ended, and that waits for a retry or to be settled.
 */
export async function release({ store }: Queue, { job, size }: JobOutcome): Promise<void> {
  await store.database.query(
    "update promptnce.taken set input = $3, output = $4, usd = $5, idle = true where job = $1 and attempt = $2",
    [job.id, job.retryCount, size.inputTokens, size.outputTokens, size.usd],
  );
}

/**
 * Settles the leases of runs and the claims of workers that died. The tokens of a claim are
 * released, its dollars count as the maximum cost of the call, and the store gets a charge. A job
 * whose worker died in every claim is kept as failed.
 */
export async function sweep(queue: Queue): Promise<void> {
  await queue.store.database.transaction(async (sql) => {
    const lost = await sql.query(
      `delete from promptnce.taken as own where model = $1 and queue not like 'run %' and not ${IS_HELD}
       returning note, input, output, usd`,
      [queue.model],
    );
    const taken = lost.rows as readonly {
      note: string;
      input: number;
      output: number;
      usd: number;
    }[];
    // A call that had ended uncharged, and waited for a retry, costs nothing.
    const charges = taken.flatMap(({ note, input, output, usd }): StoreEntry[] => {
      if (input + output + usd === 0) return [];
      const call = callOf(note);
      if (call === undefined) return [];
      const { v: _, kind: __, at: ___, ...entry } = call;
      const usage = { inputTokens: input, outputTokens: output };
      return [{ ...entry, reply: { ...entry.reply, usage } }];
    });
    const dead = await takeDead(sql, queue.name);
    const outcomes = dead.flatMap((job) => outcomeOf(job, queue) ?? []);
    const usd = taken.reduce((sum, one) => sum + one.usd, 0);
    if (taken.length + dead.length > 0) await keep(sql, queue, [...charges, ...outcomes], usd);
    await endRuns(sql, queue.model);
    await sql.query(
      "delete from promptnce.used where at < clock_timestamp() - interval '2 minutes'",
    );
  });
}

/**
 * Stores the outcomes of jobs, adds them and their cost to the totals of all the model's workers,
 * and notifies waiting runs.
 */
export async function keep(
  sql: Sql,
  { model }: Queue,
  entries: readonly StoreEntry[],
  usd: number,
): Promise<void> {
  const answers = answersAmong(entries);
  await keepReplies(sql, entries);
  await sql.query(
    `update promptnce.limits set spent = spent + $2, answered = answered + $3, failed = failed + $4,
       trouble = case when $3 = $4 then trouble end where model = $1`,
    [model, usd, answers.length, failuresAmong(answers).length],
  );
  await notify(sql, "answered");
}

/** Stores the outcomes of jobs that cannot be read, and were removed from the queue for it. */
export async function keepOutcomes(
  sql: Sql,
  queue: Queue,
  removed: readonly RemovedJob[],
): Promise<void> {
  const outcomes = removed.flatMap((job) => outcomeOf(job, queue) ?? []);
  await keep(sql, queue, outcomes, 0);
}

/**
 * The failure entry of a job that was removed from the queue: it cannot be read, or else its worker
 * died in every claim. There is none where it is not known what it asked.
 */
function outcomeOf({ data, key }: RemovedJob, queue: Queue): StoreEntry | undefined {
  const job = readJob(data);
  if (!("reason" in job)) return deadOutcome(job, queue);
  // The key of another program's row may be anything.
  if (key === null || !/^[0-9a-f]{64}$/.test(key)) return undefined;
  const message = `Its row in the queue ${job.reason}: another program wrote it. Nothing was asked.`;
  const failure = { kind: "queue", message };
  const reply = { text: "", stop: "failed", failure } as const;
  return { key, ...queue.asked(), sample: 0, prompt: "", reply };
}

/** The failure entry of a dead job, under the key by which it would be looked up now. */
function deadOutcome({ request, attempt }: QueueJob, { asked }: Queue): StoreEntry {
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

/**
 * Records why a worker ended, for waiting runs and status displays, until the model answers again.
 */
export async function noteTrouble({ store, model }: Queue, message: string): Promise<void> {
  await store.database.transaction(async (sql) => {
    const text = message.replaceAll("\0", "");
    await sql.query("update promptnce.limits set trouble = $2 where model = $1", [model, text]);
    await notify(sql, "answered");
  });
}
