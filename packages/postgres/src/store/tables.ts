import type { Database } from "./database.ts";
import type { Sql } from "./sql.ts";
import { unusable } from "./database-error.ts";

/** The version of the tables that this program makes and reads. */
const VERSION = 2;

/**
 * The statements that make the tables. `replies` has one row for each request, by its key. `lines`
 * are the request's journal lines in their order; `sending` those of calls under way; `place`
 * orders the rows; `dropped` holds the settings that were requested but not sent because the model
 * rejects them, with the model and the settings sent.
 *
 * Questions to a model under the same settings wait in one of the `queues`. `limits` holds the
 * limits of a model, `provider:model`, over all its workers, with their totals. There, `over` is
 * the possible cost of the next call where the budget does not allow it, and `trouble` why the last
 * worker to end did so, until the model answers again. `taken` is the share of the limits that each
 * claim has, its maximum. An `idle` claim has no call under way: it waits for money for a retry, or
 * for its failure to be decided. The leases of a run that asks the model itself are rows of `taken`
 * too, with the run in the place of a queue. `used` is the actual usage of calls that have ended, a
 * row for those that were settled together, for as long as limits a minute count it.
 */
const TABLES = `
  do $$ begin
    -- Not "if not exists", which wants the right to make schemas even where this one is there.
    if to_regnamespace('promptnce') is null then create schema promptnce; end if;
  end $$;
  create table promptnce.replies (
    key text primary key,
    place bigint generated always as identity,
    lines text[] not null default '{}',
    sending text[] not null default '{}',
    dropped text
  );
  create index replies_place on promptnce.replies (place);
  create index replies_dropped on promptnce.replies (dropped) where dropped is not null;
  create table promptnce.queues (name text primary key, model text not null);
  create table promptnce.limits (
    model text primary key, requests float8, input_tokens float8, output_tokens float8,
    budget float8, spent float8 not null default 0, over float8,
    answered bigint not null default 0, failed bigint not null default 0,
    next_at timestamptz not null default clock_timestamp(), trouble text
  );
  create table promptnce.taken (
    job uuid, attempt int, queue text not null, model text not null, note text not null,
    at timestamptz not null default clock_timestamp(),
    input float8 not null, output float8 not null, usd float8 not null,
    idle boolean not null default false,
    primary key (job, attempt)
  );
  create index taken_at on promptnce.taken (model, at);
  create table promptnce.used (
    model text not null, at timestamptz not null, calls int not null,
    input float8 not null, output float8 not null
  );
  create index used_at on promptnce.used (model, at);
  create table promptnce.version (version int not null);
  insert into promptnce.version values (${VERSION});`;

/** The state of a store's tables. */
interface TablesState {
  /** The version of the tables; absent where there are none. */
  readonly version?: number;
  /** Other objects in our schema. */
  readonly others: readonly string[];
}

/**
 * Creates the tables where they are missing, which takes the right to create. Where they are there,
 * nothing is changed and rights to the data are enough.
 *
 * @param makes Whether to create tables; otherwise missing ones are left to the first writer.
 * @returns Whether the tables exist now.
 * @throws JournalError where the tables have another version, belong to another program, or may not
 *   be created by this user.
 */
export async function prepareTables(database: Database, makes: boolean): Promise<boolean> {
  const { version, others } = await stateOf(database);
  if (others.length > 0) {
    throw unusable(
      database.address,
      `its schema "promptnce" holds tables of another program: ${others.join(", ")}`,
      "name a database that nothing else uses",
    );
  }
  if (version !== undefined && version !== VERSION) {
    throw unusable(
      database.address,
      `its tables have version ${version}, and this program knows version ${VERSION}`,
      "use the version of @promptnce/postgres that made them",
    );
  }
  if (version === VERSION || !makes) return version === VERSION;
  await alone(database, async (sql) => {
    const now = await stateOf(sql);
    if (now.version === undefined) await sql.query(TABLES);
  });
  return true;
}

async function stateOf(sql: Sql): Promise<TablesState> {
  const { rows } = await sql.query(
    `select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = 'promptnce' and relkind in ('r', 'p', 'v', 'm', 'f')`,
  );
  const names = rows.map(({ name }) => name as string);
  if (!names.includes("version") || !names.includes("replies")) return { others: names };
  const { rows: found } = await sql.query("select max(version) as version from promptnce.version");
  return { version: found[0]?.["version"] as number, others: [] };
}

/**
 * Whether this user may write a store's replies or only read them; `none` where there are no tables
 * yet.
 *
 * @example
 * await using store = await openPostgresStore("postgres://localhost/replies");
 * await storeAccess(store); // → "write"
 */
export async function storeAccess({
  database,
}: {
  readonly database: Sql;
}): Promise<"write" | "read" | "none"> {
  const { rows } = await database.query(
    `select to_regclass('promptnce.replies') is not null as has,
       current_setting('transaction_read_only') = 'off' as writes`,
  );
  if (rows[0]?.["has"] !== true) return "none";
  const granted = await database.query(
    `select has_table_privilege('promptnce.replies', 'insert')
       and has_table_privilege('promptnce.replies', 'update') as may`,
  );
  return rows[0]["writes"] === true && granted.rows[0]?.["may"] === true ? "write" : "read";
}

/**
 * Runs work that only one program may do at a time: two would both find the tables missing and
 * create them.
 */
export function alone<T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  return database.transaction(async (sql) => {
    await sql.query("select pg_advisory_xact_lock(hashtext('promptnce'))");
    return work(sql);
  });
}
