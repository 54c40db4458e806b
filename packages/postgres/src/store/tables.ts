import type { Database } from "./database.ts";
import type { Sql } from "./sql.ts";
import { unusable } from "./database-error.ts";

/**
 * What makes the tables of each version from those of the version before. `replies` has a row a request, by its key.
 * `lines` are those that a journal would hold of it, in their order; `sending` those of calls that are under way;
 * `place` orders the rows; `dropped` is what was asked for and not sent, since the model rejects it, with whom and what
 * was sent.
 *
 * What is asked of a model under the same settings waits in one of the `queues`. `limits` are those of a model,
 * `provider:model`, over all its workers, with what they did; `over` is what the next call may cost where the budget
 * does not let it be made, and `trouble` why the worker ended that ended last, until the model answers again. `taken` is
 * what each claim took of them: the most that it may take while it is `open`, then what it did; an `idle` one is not
 * under way, as its call waits for money to be repeated, or its failure is held back.
 *
 * The first takes over the tables that were made before they had a version.
 */
const VERSIONS: readonly string[] = [
  `do $$ begin
    -- Not "if not exists", which wants the right to make schemas even where this one is there.
    if to_regnamespace('promptnce') is null then create schema promptnce; end if;
  end $$;
  create table if not exists promptnce.replies (
    key text primary key,
    place bigint generated always as identity,
    lines text[] not null default '{}',
    sending text[] not null default '{}',
    dropped text
  );
  create index if not exists replies_place on promptnce.replies (place);
  create index if not exists replies_dropped on promptnce.replies (dropped) where dropped is not null;
  create table if not exists promptnce.queues (name text primary key, model text not null);
  create table if not exists promptnce.limits (
    model text primary key, requests float8, input_tokens float8, output_tokens float8,
    budget float8, spent float8 not null default 0, over float8,
    answered bigint not null default 0, failed bigint not null default 0,
    next_at timestamptz not null default clock_timestamp()
  );
  create table if not exists promptnce.taken (
    job uuid, attempt int, queue text not null, model text not null, note text not null,
    at timestamptz not null default clock_timestamp(),
    input float8 not null, output float8 not null, usd float8 not null,
    open boolean not null default true, idle boolean not null default false,
    primary key (job, attempt)
  );
  create index if not exists taken_at on promptnce.taken (model, at);
  alter table promptnce.limits add column if not exists trouble text;
  create table if not exists promptnce.version (version int not null);
  insert into promptnce.version values (0);`,
];

/** The tables from before they had a version. */
const FIRST: readonly string[] = ["replies", "queues", "limits", "taken"];

/** Whether a store's tables are there and are of this version, or what has to be made of them. */
interface Standing {
  /** Of the tables; 0 where they were made before they had one, `null` where there are none. */
  readonly version: number | null;
  /** What else is there under our name. */
  readonly others: readonly string[];
}

/**
 * Makes the tables where they are missing or older, which takes the right to create; where they are as they should be
 * nothing is made and rights to the data are enough.
 *
 * @param makes Whether missing tables are made, or left for whoever writes first; older ones are then read as they are.
 * @returns Whether there are tables now.
 * @throws JournalError where they are of a newer version, or of another program, or may not be made by this user.
 */
export async function prepareTables(database: Database, makes: boolean): Promise<boolean> {
  const { version, others } = await standing(database);
  if (others.length > 0) {
    throw unusable(
      database.address,
      `its schema promptnce has tables of something else: ${others.join(", ")}`,
      "name a database that nothing else uses",
    );
  }
  if (version !== null && version > VERSIONS.length) {
    throw unusable(
      database.address,
      `its tables are of version ${version}, and this program knows them up to ${VERSIONS.length}`,
      "use the promptnce that made them, or a newer one",
    );
  }
  if (version === VERSIONS.length || !makes) return version !== null;
  await alone(database, async (sql) => {
    const now = await standing(sql);
    const missing = VERSIONS.slice(now.version ?? 0);
    if (missing.length === 0) return;
    // Of large tables it takes as long as it takes.
    await sql.query("set local statement_timeout = 0");
    for (const text of missing) {
      await sql.query(text);
    }
    await sql.query("update promptnce.version set version = $1", [VERSIONS.length]);
  });
  return true;
}

async function standing(sql: Sql): Promise<Standing> {
  const { rows } = await sql.query(
    `select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = 'promptnce' and relkind in ('r', 'p', 'v', 'm', 'f')`,
  );
  const names = rows.map(({ name }) => name as string);
  if (names.includes("version") && names.includes("replies")) {
    const { rows: found } = await sql.query(
      "select max(version) as version from promptnce.version",
    );
    return { version: found[0]?.["version"] as number | null, others: [] };
  }
  const others = names.filter((name) => !FIRST.includes(name));
  return { version: names.length > 0 ? 0 : null, others };
}

/** Whether this user may write the replies of a store, or read them alone; `none` where there are no tables yet. */
export async function storeAccess(sql: Sql): Promise<"write" | "read" | "none"> {
  const { rows } = await sql.query(
    `select to_regclass('promptnce.replies') is not null as has,
       current_setting('transaction_read_only') = 'off' as writes`,
  );
  if (rows[0]?.["has"] !== true) return "none";
  const granted = await sql.query(
    `select has_table_privilege('promptnce.replies', 'insert')
       and has_table_privilege('promptnce.replies', 'update') as may`,
  );
  return rows[0]["writes"] === true && granted.rows[0]?.["may"] === true ? "write" : "read";
}

/** Does work that one program does at a time, since two would both find missing what they make. */
export function alone<T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  return database.transaction(async (sql) => {
    await sql.query("select pg_advisory_xact_lock(hashtext('promptnce'))");
    return work(sql);
  });
}
