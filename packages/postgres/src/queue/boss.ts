import { unusable } from "../store/database-error.ts";
import type { Database } from "../store/database.ts";
import type { Sql } from "../store/sql.ts";
import { alone } from "../store/tables.ts";
import { type JobAttempt, JOBS } from "./jobs-table.ts";

/**
 * The part of pg-boss used here. With pg-boss's own types, every user of ours would have to install
 * them.
 */
export interface Boss {
  insert(
    name: string,
    jobs: { data: object; singletonKey: string }[],
    options: { db: BossDb },
  ): Promise<unknown>;
  fetch(
    name: string,
    options: { batchSize: number; db: BossDb },
  ): Promise<(JobAttempt & { readonly data: unknown })[]>;
  touch(name: string, claims: JobAttempt[]): Promise<object>;
  fail(name: string, claims: JobAttempt[]): Promise<object>;
  findJobs(name: string, options?: { limit: number }): Promise<unknown[]>;
  createQueue(name: string, options: object): Promise<void>;
  stop(options: { graceful: boolean }): Promise<void>;
}

/** A transaction in the form that pg-boss accepts. */
interface BossDb {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

export function bossDb(sql: Sql): BossDb {
  return {
    executeSql: async (text, values) => (await sql.query(text, values)) as { rows: unknown[] },
  };
}

/**
 * The ids of the jobs that a pg-boss call changed; a job that another worker has claimed since is
 * not among them.
 */
export function touched(response: object): ReadonlySet<string> {
  return new Set((response as { readonly settled?: readonly string[] }).settled);
}

/** The version of pg-boss's tables that this code reads. */
const TABLES = 46;

/** Starts pg-boss; missing tables are created and older ones migrated. */
export async function startBoss(database: Database, supervise: boolean): Promise<Boss> {
  // Loaded here, since a store alone does not need it.
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({
    db: bossDb(database),
    schema: JOBS,
    schedule: false,
    supervise,
    // Not where the schema was made for a user who may not create one.
    createSchema: !(await hasSchema(database)),
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: 300,
  });
  // The statement that fails reports the error as well.
  boss.on("error", () => {});
  const tablesVersion = async (): Promise<number | null> =>
    (await boss.isInstalled()) ? boss.schemaVersion() : null;
  const before = await tablesVersion();
  refuseOthers(database.address, before);
  // pg-boss creates and migrates its own tables.
  if (before === TABLES) await boss.start();
  else await alone(database, () => boss.start());
  try {
    refuseOthers(database.address, await tablesVersion());
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return boss;
}

function refuseOthers(address: string, version: number | null): void {
  if (version === null || version <= TABLES) return;
  throw unusable(
    address,
    `a newer pg-boss made its queue, with tables of version ${version}, not ${TABLES}`,
    `use the version of @promptnce/postgres that goes with it, or a database without the schema ${JOBS}`,
  );
}

async function hasSchema(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query("select to_regnamespace($1) is not null as has", [JOBS]);
  return rows[0]?.["has"] === true;
}
