import { sha256 } from "#sha256";
import type { Request } from "@promptnce/core";
import type * as Boss from "pg-boss";
import { optionalPackage } from "../call/optional-package.ts";
import type { ProviderIdentity } from "../call/provider-identity.ts";
import type { Database, Sql } from "../postgres/database.ts";
import { alone, makeTables } from "../postgres/replies-table.ts";
import { canonicalJson } from "../store/canonical-json.ts";
import type { StoreEntry } from "../store/store.ts";

/** A question that waits for a worker, as the request that it becomes; nothing of a key is in it. */
export interface Job {
  /** Of the store, under the settings that were asked for. */
  readonly key: string;
  readonly request: Omit<Request, "template">;
  readonly template?: StoreEntry["template"] | undefined;
  /** Counts from 1 the replies before this one that could not be read; 0 for the first. */
  readonly attempt: number;
  /** How many replies the store had when it was asked for: with more it is answered. */
  readonly seen: number;
}

/** A job that a worker holds. */
export interface Claimed extends Job {
  readonly id: string;
  /** Counts its claims: whoever holds an older one can settle nothing. */
  readonly retryCount: number;
}

/** In how many claims a job may die with its worker, or be given back, before that is its outcome. */
export const CLAIMS = 5;

/**
 * What is asked of one model under the same settings waits in one queue. `limits` are those of a model, over all its
 * queues and workers, and `over` what the next call may cost where the budget does not let it be made; `taken` is what each claim took of them: the most that it may take until `open` is false, and what
 * it really took from then on.
 */
export const TABLES = `
  create table if not exists promptnce.queues (
    name text primary key, provider text not null, model text not null, settings text not null
  );
  create table if not exists promptnce.limits (
    provider text, model text,
    requests float8, input_tokens float8, output_tokens float8,
    budget float8, spent float8 not null default 0, over float8,
    answered bigint not null default 0, failed bigint not null default 0,
    next_at timestamptz not null default clock_timestamp(),
    primary key (provider, model)
  );
  create table if not exists promptnce.taken (
    job uuid, attempt int, queue text not null, provider text not null, model text not null, note text not null,
    at timestamptz not null default clock_timestamp(),
    input float8 not null, output float8 not null, usd float8 not null, open boolean not null default true,
    primary key (job, attempt)
  );
  create index if not exists taken_at on promptnce.taken (provider, model, at);`;

/** Where pg-boss keeps its jobs. */
export const JOBS = "promptnce_queue";

/** The statements of a transaction as pg-boss takes them. */
export function bossDb(sql: Sql): Boss.Db {
  return {
    executeSql: async (text: string, values?: unknown[]) => {
      const { rows } = await sql.query(text, values);
      return { rows: rows as Record<string, unknown>[] };
    },
  };
}

/** The queue of a model, open for one program. */
export interface Queue extends AsyncDisposable {
  readonly name: string;
  readonly database: Database;
  readonly boss: Boss.PgBoss;
  readonly provider: ProviderIdentity;
}

/**
 * Opens the queue of a model under these settings, its tables made where missing.
 *
 * @param supervise Whether this program looks after what others left, as workers do.
 * @throws ProviderError where the package pg-boss is not installed.
 */
export async function openQueue(database: Database, provider: ProviderIdentity, supervise: boolean): Promise<Queue> {
  const { PgBoss } = (await optionalPackage("pg-boss@12", "holds the queue of workers", () => import("pg-boss")))();
  await makeTables(database, TABLES);
  const seconds = { superviseIntervalSeconds: 2, monitorIntervalSeconds: 2, maintenanceIntervalSeconds: 300 };
  const boss = new PgBoss({ db: bossDb(database), schema: JOBS, schedule: false, supervise, ...seconds });
  // Told by the statement as well.
  boss.on("error", () => {});
  // It makes its own tables, as migrations of its own versions.
  await alone(database, () => boss.start());
  const settings = canonicalJson(provider.settings);
  const name = `m-${sha256(JSON.stringify([provider.name, provider.model, settings])).slice(0, 16)}`;
  const claims = { retryLimit: CLAIMS - 1, retryDelay: 1, retryBackoff: true, retryDelayMax: 30 };
  const times = { heartbeatSeconds: 10, expireInSeconds: 3600, retentionSeconds: 90 * 86_400 };
  await boss.createQueue(name, { policy: "exclusive", ...claims, ...times });
  await database.query("insert into promptnce.queues values ($1, $2, $3, $4) on conflict do nothing", [
    name,
    provider.name,
    provider.model,
    settings,
  ]);
  return {
    name,
    database,
    boss,
    provider,
    [Symbol.asyncDispose]: () => boss.stop({ graceful: false }),
  };
}

/** Which of a pg-boss call's jobs it touched: one that another has claimed since is not among them. */
export function touched(response: Boss.CommandResponse): ReadonlySet<string> {
  return new Set((response as { readonly settled?: readonly string[] }).settled);
}

/** Resolves after so long; what wakes sooner is raced with it. */
export function nap(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

/** What wakes workers, and what wakes those who wait for them. */
export const CHANNELS = { asked: "promptnce_asked", answered: "promptnce_answered" } as const;
