import { JOBS } from "./boss.ts";
import { type Claimed, notify, type Queue } from "./queue.ts";
import { type Answered, close, keep } from "./settle.ts";

/**
 * Puts jobs back into the queue at once, as if they had not been claimed. They do not count towards
 * the claims after which a job is abandoned, since that limit is for workers that died. Charges for
 * calls that left no reply are stored; the rest of the claims' reservations is released.
 */
export async function giveBack(queue: Queue, all: readonly Answered[]): Promise<void> {
  await queue.store.database.transaction(async (sql) => {
    const claims = all.map(({ job: { id, retryCount, isExcused } }) => {
      return { id, attempt: retryCount, uncounted: isExcused ? 0 : 1 };
    });
    const { rows } = await sql.query(
      `update ${JOBS}.job as own
       set state = 'retry', retry_limit = retry_limit + uncounted, start_after = now(), heartbeat_on = null
       from json_to_recordset($2) as claim (id uuid, attempt int, uncounted int)
       where own.name = $1 and own.id = claim.id and state = 'active' and retry_count = attempt returning own.id`,
      [queue.name, JSON.stringify(claims)],
    );
    const own = new Set(rows.map(({ id }) => id));
    const given = all.filter(({ job }) => own.has(job.id));
    const charges = given.flatMap(({ entries }) => entries);
    const paid = given.filter(({ size: { inputTokens, outputTokens, usd } }) => {
      return inputTokens + outputTokens + usd > 0;
    });
    const taken = await close(sql, paid);
    const free = given.filter((one) => !paid.includes(one)).map(({ job }) => job);
    await sql.query(
      `delete from promptnce.taken using json_to_recordset($1) as row (id uuid, "retryCount" int)
       where job = id and attempt = "retryCount"`,
      [JSON.stringify(free)],
    );
    if (charges.length > 0) await keep(sql, queue, charges, taken);
    await notify(sql, "asked");
  });
}

/**
 * Excludes the claims of a worker that is about to end from the count, since it may be killed
 * before it has given them back. The worker keeps the claims until then.
 */
export async function excuse(queue: Queue, claims: readonly Claimed[]): Promise<void> {
  if (claims.length === 0) return;
  for (const claim of claims) {
    claim.isExcused = true;
  }
  await queue.store.database.query(
    `update ${JOBS}.job as own set retry_limit = retry_limit + 1
     from json_to_recordset($2) as claim (id uuid, "retryCount" int)
     where own.name = $1 and own.id = claim.id and state = 'active' and retry_count = "retryCount"`,
    [queue.name, JSON.stringify(claims.map(({ id, retryCount }) => ({ id, retryCount })))],
  );
}
