import { unusable } from "../store/database-error.ts";
import type { Database } from "../store/database.ts";
import type { Sql } from "../store/sql.ts";
import { alone } from "../store/tables.ts";

/** Where pg-boss keeps its jobs. */
export const JOBS = "promptnce_queue";

/** One claim of a job; `retryCount` numbers them, and whoever holds an older one settles nothing. */
export interface JobAttempt {
  readonly id: string;
  readonly retryCount: number;
}

/** What of pg-boss is used: its own types would have to be installed by whoever is to read ours. */
export interface Boss {
  insert(
    name: string,
    jobs: { data: object; singletonKey: string }[],
    options: { db: BossDb },
  ): Promise<unknown>;
  fetch<T>(
    name: string,
    options: { batchSize: number; db: BossDb },
  ): Promise<(JobAttempt & { readonly data: T })[]>;
  touch(name: string, claims: JobAttempt[]): Promise<object>;
  deleteJob(name: string, claims: JobAttempt[], options: { db: BossDb }): Promise<object>;
  fail(name: string, claims: JobAttempt[]): Promise<object>;
  findJobs(name: string): Promise<unknown[]>;
  createQueue(name: string, options: object): Promise<void>;
  stop(options: { graceful: boolean }): Promise<void>;
}

/** The statements of a transaction as pg-boss takes them. */
interface BossDb {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

export function bossDb(sql: Sql): BossDb {
  return {
    executeSql: async (text, values) => (await sql.query(text, values)) as { rows: unknown[] },
  };
}

/** Which of a pg-boss call's jobs it touched: one that another has claimed since is not among them. */
export function touched(response: object): ReadonlySet<string> {
  return new Set((response as { readonly settled?: readonly string[] }).settled);
}

/** The version that pg-boss gives the tables that are read here. */
const TABLES = 46;

/** Starts pg-boss over its tables, which are made where they are missing and changed where they are older. */
export async function startBoss(database: Database, supervise: boolean): Promise<Boss> {
  // Loaded here, as a store alone needs none.
  const { PgBoss } = await import("pg-boss");
  const before = await tablesVersion(database);
  refuseOthers(database.address, before);
  const boss = new PgBoss({
    db: bossDb(database),
    schema: JOBS,
    schedule: false,
    supervise,
    // Not wanted where somebody made the schema for a user who may make none.
    createSchema: !(await hasSchema(database)),
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: 300,
  });
  // Told by the statement as well.
  boss.on("error", () => {});
  // It makes its own tables, as migrations of its own versions.
  if (before === TABLES) await boss.start();
  else await alone(database, () => boss.start());
  try {
    refuseOthers(database.address, await tablesVersion(database));
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return boss;
}

function refuseOthers(address: string, version: number | undefined): void {
  if (version === undefined || version <= TABLES) return;
  throw unusable(
    address,
    `its queue was made by a newer pg-boss, tables of version ${version} and not ${TABLES}`,
    `use the @promptnce/postgres that goes with it, or a database without the schema ${JOBS}`,
  );
}

async function hasSchema(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query("select to_regnamespace($1) is not null as has", [JOBS]);
  return rows[0]?.["has"] === true;
}

async function tablesVersion(sql: Sql): Promise<number | undefined> {
  const { rows } = await sql.query("select to_regclass($1) is not null as has", [
    `${JOBS}.version`,
  ]);
  if (rows[0]?.["has"] !== true) return undefined;
  const found = await sql.query(`select version from ${JOBS}.version`);
  return found.rows[0]?.["version"] as number | undefined;
}
