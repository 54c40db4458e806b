import pRetry from "p-retry";
import pg from "pg";
import { OptionError } from "@promptnce/core/errors";
import { addressMistake } from "@promptnce/engine/address";
import { databaseError, isBroken, isStarting } from "./database-error.ts";
import type { Sql } from "./sql.ts";
import { type HeldLock, type LockMode, takeLock } from "./held-lock.ts";

/**
 * A PostgreSQL database. Statements that fail while the server restarts are retried for up to a
 * minute.
 */
export interface Database extends Sql {
  /** The address as given. */
  readonly address: string;
  /**
   * Runs the work in a transaction; it is run again if the server restarts meanwhile. `first` is a
   * statement without values that begins it, and is sent along.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>, first?: string): Promise<T>;
  /**
   * Calls `onNotice` at each notification of the channel `promptnce_<channel>`, and whenever some
   * may have been missed.
   */
  listen(channel: string, onNotice: () => void): Promise<AsyncDisposable>;
  /**
   * Takes a named lock until it is disposed of or the process dies; `undefined` where another
   * program holds it.
   */
  lock(name: string, mode: LockMode): Promise<HeldLock | undefined>;
  close(): Promise<void>;
}

/** The server's time limits in milliseconds, used unless its own settings define them. */
export interface DatabaseTimes {
  /** The limit for one statement. */
  readonly statement: number;
  /** The limit between two statements of a transaction, whose locks others wait for. */
  readonly idleInTransaction: number;
}

/** A statement waits longer than a stalled transaction may last, so that it outlasts it. */
const TIMES: DatabaseTimes = { statement: 60_000, idleInTransaction: 30_000 };

/**
 * How long a response is awaited beyond the statement's limit; after that the server counts as
 * unreachable.
 */
const UNREACHED_MS = 15_000;

/**
 * Connects to a database.
 *
 * @throws OptionError where the address is not that of a database, or contains a password.
 * @throws JournalError where the database cannot be reached or does not let this user in.
 */
export async function openDatabase(
  address: string,
  times: DatabaseTimes = TIMES,
): Promise<Database> {
  const mistake = addressMistake(address);
  if (mistake !== undefined) throw new OptionError("address", mistake);
  const { Pool, Client } = pg;
  const options = { connectionString: address, application_name: "promptnce", keepAlive: true };
  const pool = new Pool({
    ...options,
    max: 4,
    // Idle connections keep no program alive.
    allowExitOnIdle: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: times.statement + UNREACHED_MS,
  });
  // An idle connection that breaks; the next statement opens another one.
  pool.on("error", ignore);
  const session = sessions(pool, times);
  try {
    const hello = () => session((client) => client.query("select 1"));
    await pRetry(hello, { ...PATIENCE, shouldRetry: ({ error }) => isStarting(error) });
  } catch (error) {
    await pool.end();
    throw databaseError(address, error, true);
  }
  const again = <T>(work: () => Promise<T>): Promise<T> =>
    pRetry(work, PATIENCE).catch((error: unknown) => {
      throw databaseError(address, error);
    });
  return {
    address,
    query: (text, values) => again(() => session((client) => prepared(client).query(text, values))),
    transaction: (work, first = "") =>
      again(() => session((client) => inTransaction(client, work, first))),
    listen: (channel, onNotice) =>
      again(() => listening(() => new Client(options), channel, onNotice)),
    lock: (name, mode) => again(() => takeLock(new Client(options), name, mode)),
    close: () => pool.end(),
  };
}

/** A minute of retries. */
const PATIENCE = {
  retries: 65,
  minTimeout: 100,
  maxTimeout: 1000,
  shouldRetry: ({ error }: { readonly error: unknown }): boolean => isBroken(error),
};

/**
 * Runs work on a connection of the pool. The time limits are set once on each connection, where the
 * server sets none.
 */
function sessions(pool: pg.Pool, times: DatabaseTimes) {
  const set = new WeakSet<pg.PoolClient>();
  const setTimes = async (client: pg.PoolClient): Promise<void> => {
    const wanted = {
      statement_timeout: times.statement,
      idle_in_transaction_session_timeout: times.idleInTransaction,
    };
    await client.query(
      `select set_config(name, value, false) from pg_settings join json_each_text($1) on name = key
       where setting = '0'`,
      [JSON.stringify(wanted)],
    );
    set.add(client);
  };
  return async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    // The statement that fails reports the error as well.
    client.on("error", ignore);
    let broken: Error | undefined;
    try {
      if (!set.has(client)) await setTimes(client);
      return await work(client);
    } catch (error) {
      if (isBroken(error)) broken = error as Error;
      throw error;
    } finally {
      client.off("error", ignore);
      client.release(broken);
    }
  };
}

/** The names of all statements with values so far, by their texts. */
const names = new Map<string, string>();

/**
 * A connection on which a statement with values is parsed once, and planned but a few times. A text
 * without values may hold several statements, which cannot be prepared.
 */
function prepared(client: pg.PoolClient): Sql {
  return {
    query(text, values = []) {
      if (values.length === 0) return client.query(text);
      const name = names.get(text) ?? `promptnce ${names.size}`;
      names.set(text, name);
      return client.query({ name, text, values: values as unknown[] });
    },
  };
}

async function inTransaction<T>(
  client: pg.PoolClient,
  work: (sql: Sql) => Promise<T>,
  first: string,
): Promise<T> {
  try {
    await client.query(`begin; ${first}`);
    const result = await work(prepared(client));
    await client.query("commit");
    return result;
  } catch (error) {
    // A broken connection is dropped, and the server rolls back.
    if (!isBroken(error)) await client.query("rollback");
    throw error;
  }
}

function ignore(): void {}

/** A dedicated connection that is reopened whenever it breaks. */
async function listening(
  makeClient: () => pg.Client,
  channel: string,
  onNotice: () => void,
): Promise<AsyncDisposable> {
  const closing = new AbortController();
  let client: pg.Client;
  const connect = async (): Promise<void> => {
    client = makeClient();
    client.on("notification", onNotice);
    client.on("error", ignore);
    await client.connect();
    await client.query(`listen promptnce_${channel}`);
    // Set only now, so that a connection that breaks earlier is reopened by its caller alone.
    client.once(
      "end",
      () => void pRetry(connect, { ...PATIENCE, signal: closing.signal }).then(onNotice, ignore),
    );
  };
  await connect();
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await client.end();
    },
  };
}
