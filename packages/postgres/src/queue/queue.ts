import { sha256 } from "@promptnce/providers/contract";
import type { Usage } from "@promptnce/core";
import type { Missing } from "@promptnce/engine/batches";
import { settingsWithout } from "@promptnce/providers/contract";
import type { ModelIdentity, ProviderIdentity } from "@promptnce/providers";
import type { Sql } from "../store/sql.ts";
import type { PostgresStore } from "../store/postgres-store.ts";
import { canonicalJson } from "@promptnce/providers/contract";
import type { StoreEntry } from "@promptnce/engine";
import { type JobAttempt, type Boss, bossDb, startBoss } from "./boss.ts";

/** A question that waits for a worker. Its template is named as by a record: with the hash of its text, not the text. */
export interface QueueJob extends Omit<Missing, "last"> {
  /** When the last reply that the store had was kept; with a later one it is answered. */
  readonly after?: string | undefined;
}

/** The most that a call may take; `usd` is 0 where nobody knows the price. */
export interface Size extends Usage {
  readonly usd: number;
}

/** A job that a worker holds. */
export interface Claimed extends QueueJob, JobAttempt {
  /** The most that it may take. */
  readonly size: Size;
  /** That its worker is about to end: this claim counts no more, even if it dies before it gives the job back. */
  isExcused?: boolean;
}

/** In how many claims a job may die with its worker before that is its outcome; those given back do not count. */
export const CLAIMS = 5;

/** The queue of a model, open for one program. */
export interface Queue extends AsyncDisposable {
  readonly name: string;
  /** As its limits are kept. */
  readonly model: string;
  readonly store: PostgresStore;
  readonly boss: Boss;
  /** Who is asked, with the settings as they are sent: without those that the store knows to be rejected. */
  readonly asked: () => Pick<StoreEntry, "provider" | "model" | "settings">;
}

export function modelId({ name, model }: ModelIdentity): string {
  return `${name}:${model}`;
}

/**
 * Opens the queue of a model under these settings; to `supervise` is to look after what others left, as workers do.
 *
 * @throws JournalError where the queue's tables are of a newer pg-boss, or may not be made by this user.
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

/** What a job is stored as: text alone, since the database's JSON refuses some letters that prompts may have. */
export interface StoredJob {
  readonly job: string;
}

/** Puts questions into the queue and wakes its workers; what waits there or is under way already stays one. */
export async function enqueue(
  { boss, name, store }: Queue,
  jobs: readonly QueueJob[],
): Promise<void> {
  if (jobs.length === 0) return;
  await store.database.transaction(async (sql) => {
    const rows = jobs.map((job) => ({
      data: { job: JSON.stringify(job) } satisfies StoredJob,
      singletonKey: job.key,
    }));
    await boss.insert(name, rows, { db: bossDb(sql) });
    await notify(sql, "asked");
  });
}

/** Where the transaction is done, wakes those who listen: workers to what is asked, whoever waits for them to answers. */
export async function notify(sql: Sql, channel: "asked" | "answered"): Promise<void> {
  await sql.query("select pg_notify('promptnce_' || $1, '')", [channel]);
}
