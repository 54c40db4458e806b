import { sha256 } from "#sha256";
import type { Usage } from "@promptnce/core";
import type { Missing } from "../batch/batch-round.ts";
import { settingsWithout } from "../call/dropped-parameters.ts";
import { optionalPackage } from "../call/optional-package.ts";
import type { ModelIdentity, ProviderIdentity } from "../call/provider-identity.ts";
import type { Sql } from "../postgres/database.ts";
import type { PostgresStore } from "../postgres/postgres-store.ts";
import { alone } from "../postgres/tables.ts";
import { canonicalJson } from "../store/canonical-json.ts";
import type { StoreEntry } from "../store/store.ts";

/** A question that waits for a worker. Its template is named as by a record: with the hash of its text, not the text. */
export interface Job extends Omit<Missing, "last"> {
  /** When the last reply that the store had was kept; with a later one it is answered. */
  readonly after?: string | undefined;
}

/** The most that a call may take; `usd` is 0 where nobody knows the price. */
export interface Size extends Usage {
  readonly usd: number;
}

/** One claim of a job; `retryCount` numbers them, and whoever holds an older one settles nothing. */
interface Attempt {
  readonly id: string;
  readonly retryCount: number;
}

/** A job that a worker holds. */
export interface Claimed extends Job, Attempt {
  /** The most that it may take. */
  readonly size: Size;
}

/** In how many claims a job may die with its worker, or be given back, before that is its outcome. */
export const CLAIMS = 5;

/** Where pg-boss keeps its jobs. */
export const JOBS = "promptnce_queue";

/** What of pg-boss is used: its own types would have to be installed by whoever is to read ours. */
interface Boss {
  insert(name: string, jobs: { data: object; singletonKey: string }[], options: { db: BossDb }): Promise<unknown>;
  fetch<T>(name: string, options: { batchSize: number; db: BossDb }): Promise<(Attempt & { readonly data: T })[]>;
  touch(name: string, claims: Attempt[]): Promise<object>;
  deleteJob(name: string, claims: Attempt[], options: { db: BossDb }): Promise<object>;
  fail(name: string, claims: Attempt[]): Promise<object>;
  findJobs(name: string): Promise<unknown[]>;
}

/** The statements of a transaction as pg-boss takes them. */
interface BossDb {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

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
 * @throws ProviderError where the package pg-boss is not installed.
 */
export async function openQueue(store: PostgresStore, provider: ProviderIdentity, supervise: boolean): Promise<Queue> {
  const { database } = store;
  const { PgBoss } = (await optionalPackage("pg-boss@12", "holds the queue of workers", () => import("pg-boss")))();
  const seconds = { superviseIntervalSeconds: 2, monitorIntervalSeconds: 2, maintenanceIntervalSeconds: 300 };
  const boss = new PgBoss({ db: bossDb(database), schema: JOBS, schedule: false, supervise, ...seconds });
  // Told by the statement as well.
  boss.on("error", () => {});
  // It makes its own tables, as migrations of its own versions.
  await alone(database, () => boss.start());
  const model = modelId(provider);
  const name = `m-${sha256(`${model} ${canonicalJson(provider.settings)}`).slice(0, 16)}`;
  const claims = { retryLimit: CLAIMS - 1, retryDelay: 1, retryBackoff: true, retryDelayMax: 30 };
  const times = { heartbeatSeconds: 10, expireInSeconds: 3600, retentionSeconds: 90 * 86_400 };
  await boss.createQueue(name, { policy: "exclusive", ...claims, ...times });
  await database.query("insert into promptnce.queues values ($1, $2) on conflict do nothing", [name, model]);
  await database.query("insert into promptnce.limits (model) values ($1) on conflict do nothing", [model]);
  const asked: Queue["asked"] = () => {
    const settings = settingsWithout(provider.settings, new Set(store.leftOut(provider)));
    return { provider: provider.name, model: provider.model, settings };
  };
  return { name, model, store, boss, asked, [Symbol.asyncDispose]: () => boss.stop({ graceful: false }) };
}

/** What a job is stored as: text alone, since the database's JSON refuses some letters that prompts may have. */
export interface StoredJob {
  readonly job: string;
}

/** Puts questions into the queue and wakes its workers; what waits there or is under way already stays one. */
export async function enqueue({ boss, name, store }: Queue, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await store.database.transaction(async (sql) => {
    const rows = jobs.map((job) => ({ data: { job: JSON.stringify(job) } satisfies StoredJob, singletonKey: job.key }));
    await boss.insert(name, rows, { db: bossDb(sql) });
    await notify(sql, "asked");
  });
}

/** Where the transaction is done, wakes those who listen: workers to what is asked, whoever waits for them to answers. */
export async function notify(sql: Sql, channel: "asked" | "answered"): Promise<void> {
  await sql.query("select pg_notify('promptnce_' || $1, '')", [channel]);
}

export function bossDb(sql: Sql): BossDb {
  return { executeSql: async (text, values) => (await sql.query(text, values)) as { rows: unknown[] } };
}

/** Which of a pg-boss call's jobs it touched: one that another has claimed since is not among them. */
export function touched(response: object): ReadonlySet<string> {
  return new Set((response as { readonly settled?: readonly string[] }).settled);
}
