import type { Database, Sql } from "./database.ts";

/**
 * What makes the missing tables. `replies` has a row a request, by its key. `lines` are those that a journal would hold
 * of it, in their order; `sending` those of calls that are under way; `place` orders the rows; `dropped` is what was
 * asked for and not sent, since the model rejects it, with whom and what was sent.
 *
 * What is asked of a model under the same settings waits in one of the `queues`. `limits` are those of a model,
 * `provider:model`, over all its workers, with what they did; `over` is what the next call may cost where the budget
 * does not let it be made. `taken` is what each claim took of them: the most that it may take while it is `open`, then
 * what it did; an `idle` one is not under way, as its call waits for money to be repeated, or its failure is held back.
 */
export const TABLES = `
  create schema if not exists promptnce;
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
  create index if not exists taken_at on promptnce.taken (model, at);`;

/** Does work that one program does at a time, since two would both find missing what they make. */
export function alone<T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  return database.transaction(async (sql) => {
    await sql.query("select pg_advisory_xact_lock(hashtext('promptnce'))");
    return work(sql);
  });
}
