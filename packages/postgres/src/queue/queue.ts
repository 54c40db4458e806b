import { sha256, settingsWithout, canonicalJson } from "@promptnce/providers/contract";
import type { Usage } from "@promptnce/core";
import type { ModelIdentity, ProviderIdentity } from "@promptnce/providers";
import type { Sql } from "../store/sql.ts";
import type { PostgresStore } from "../store/postgres-store.ts";
import type { EntryModel } from "@promptnce/engine";
import { type Boss, bossDb, startBoss } from "./boss.ts";
import type { JobAttempt } from "./jobs-table.ts";
import { type QueueJob, storedJob } from "./queue-job.ts";

/** The maximum usage of a call; `usd` is 0 where the price is unknown. */
export interface Size extends Usage {
  readonly usd: number;
}

/** A job that a worker holds. */
export interface Claim extends QueueJob, JobAttempt {
  /** Its maximum usage. */
  readonly size: Size;
  /**
   * Whether its worker is about to end: the claim is then not counted, even if the worker dies
   * before it gives the job back.
   */
  isExcused?: boolean;
}

/**
 * How many claims of a job may end with the worker's death before this becomes the job's outcome;
 * claims given back do not count.
 */
export const CLAIMS = 5;

/** The open queue of a model. */
export interface Queue extends AsyncDisposable {
  readonly name: string;
  /** The model's id in the table of limits. */
  readonly model: string;
  readonly store: PostgresStore;
  readonly boss: Boss;
  /**
   * The provider and model, with the settings as sent: without those that the store knows to be
   * rejected.
   */
  readonly asked: () => EntryModel;
}

export function modelId({ name, model }: ModelIdentity): string {
  return `${name}:${model}`;
}

/**
 * Opens the queue of a model under these settings. With `supervise`, as workers use it, pg-boss
 * also recovers jobs that others abandoned.
 *
 * @throws JournalError where the queue's tables belong to a newer pg-boss, or this user may not
 *   create them.
 */
export async function openQueue(
  store: PostgresStore,
  provider: ProviderIdentity,
  supervise: boolean,
): Promise<Queue> {
  const { database } = store;
  const boss = await startBoss(database, supervise);
  const model = modelId(provider);
  const name = `m-${sha256(`${model} ${canonicalJson(provider.settings)}`).slice(0, 16)}`;
  const claims = { retryLimit: CLAIMS - 1, retryDelay: 1, retryBackoff: true, retryDelayMax: 30 };
  const times = { heartbeatSeconds: 10, expireInSeconds: 86_400, retentionSeconds: 90 * 86_400 };
  await boss.createQueue(name, { policy: "exclusive", ...claims, ...times });
  await database.query("insert into promptnce.queues values ($1, $2) on conflict do nothing", [
    name,
    model,
  ]);
  await database.query("insert into promptnce.limits (model) values ($1) on conflict do nothing", [
    model,
  ]);
  const asked: Queue["asked"] = () => {
    const settings = settingsWithout(provider.settings, new Set(store.leftOut(provider)));
    return { provider: provider.name, model: provider.model, settings };
  };
  return {
    name,
    model,
    store,
    boss,
    asked,
    [Symbol.asyncDispose]: () => boss.stop({ graceful: false }),
  };
}

/**
 * Puts questions into the queue and wakes its workers. A question already waiting or under way is
 * not added twice.
 */
export async function enqueue(
  { boss, name, store }: Queue,
  jobs: readonly QueueJob[],
): Promise<void> {
  if (jobs.length === 0) return;
  await store.database.transaction(async (sql) => {
    const rows = jobs.map((job) => ({
      data: storedJob(job),
      singletonKey: job.key,
    }));
    await boss.insert(name, rows, { db: bossDb(sql) });
    await notify(sql, "asked");
  });
}

/**
 * Notifies listeners when the transaction commits: workers of new questions (`asked`), waiting runs
 * of answers (`answered`).
 */
export async function notify(sql: Sql, channel: "asked" | "answered"): Promise<void> {
  await sql.query("select pg_notify('promptnce_' || $1, '')", [channel]);
}
