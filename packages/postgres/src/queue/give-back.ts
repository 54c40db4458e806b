import { unclaim, uncount } from "./jobs-table.ts";
import { type Claim, notify, type Queue } from "./queue.ts";
import { type JobOutcome, claimsText, close, keep, sumOf } from "./settle.ts";

/**
 * Puts jobs back into the queue at once, as if they had not been claimed. They do not count towards
 * the claims after which a job is abandoned, since that limit is for workers that died. Charges for
 * calls that left no reply are stored; the rest of the claims' reservations is released.
 */
export async function giveBack(queue: Queue, all: readonly JobOutcome[]): Promise<void> {
  await queue.store.database.transaction(async (sql) => {
    const own = await unclaim(
      sql,
      queue.name,
      all.map(({ job }) => job),
    );
    const given = all.filter(({ job }) => own.has(job.id));
    const charges = given.flatMap(({ entries }) => entries);
    const paid = given.filter(({ size: { inputTokens, outputTokens, usd } }) => {
      return inputTokens + outputTokens + usd > 0;
    });
    await close(sql, queue, paid);
    const free = given.filter((one) => !paid.includes(one)).map(({ job }) => job);
    await sql.query(
      `delete from promptnce.taken using json_to_recordset($1) as row (id uuid, "retryCount" int)
       where job = id and attempt = "retryCount"`,
      [claimsText(free)],
    );
    if (charges.length > 0) await keep(sql, queue, charges, sumOf(paid).usd);
    await notify(sql, "asked");
  });
}

/**
 * Excludes the claims of a worker that is about to end from the count, since it may be killed
 * before it has given them back. The worker keeps the claims until then.
 */
export async function excuse(queue: Queue, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  for (const claim of claims) {
    claim.isExcused = true;
  }
  await uncount(queue.store.database, queue.name, claims);
}
