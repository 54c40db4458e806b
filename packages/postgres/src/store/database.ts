import pRetry from "p-retry";
import pg from "pg";
import { OptionError } from "@promptnce/core/errors";
import { addressMistake } from "@promptnce/engine";
import { databaseError, isBroken, isStarting } from "./database-error.ts";
import type { Sql } from "./sql.ts";
import { type HeldLock, type LockMode, takeLock } from "./held-lock.ts";

/** A PostgreSQL database. What is sent while the server restarts is sent again once it is back, for a minute. */
export interface Database extends Sql {
  /** As it was given. */
  readonly address: string;
  /** All of the work, or none of it; the work is done again where the server restarts in it. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Calls back at each notification of the channel `promptnce_` and its name, and each time that some may be missed. */
  listen(channel: string, onNotice: () => void): Promise<AsyncDisposable>;
  /** Takes a lock of that name until it is disposed of or the process dies; `undefined` where others have it. */
  lock(name: string, mode: LockMode): Promise<HeldLock | undefined>;
  close(): Promise<void>;
}

/** How long the server may take, in milliseconds, unless its own settings say so. */
export interface DatabaseTimes {
  /** For one statement. */
  readonly statement: number;
  /** Between two statements of a transaction, whose locks others wait for. */
  readonly idleInTransaction: number;
}

/** Who waits for a transaction that stands still is to outlast it. */
const TIMES: DatabaseTimes = { statement: 60_000, idleInTransaction: 30_000 };

/** So much longer than its statement may take an answer is waited for: the server is then out of reach. */
const UNREACHED_MS = 15_000;

/**
 * Connects to a database.
 *
 * @throws OptionError where it is no address of a database, or a password stands in it.
 * @throws JournalError where it cannot be reached or does not let this user in.
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
    connectionTimeoutMillis: 10_000,
    query_timeout: times.statement + UNREACHED_MS,
  });
  // A connection that breaks while nobody uses it; the next statement makes another.
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
    query: (text, values) =>
      again(() => session((client) => client.query(text, values as unknown[]))),
    transaction: (work) => again(() => session((client) => inTransaction(client, work))),
    listen: (channel, onNotice) =>
      again(() => listening(() => new Client(options), channel, onNotice)),
    lock: (name, mode) => again(() => takeLock(new Client(options), name, mode)),
    close: () => pool.end(),
  };
}

/** A minute of attempts. */
const PATIENCE = {
  retries: 65,
  minTimeout: 100,
  maxTimeout: 1000,
  shouldRetry: ({ error }: { readonly error: unknown }): boolean => isBroken(error),
};

/** Does work with a connection of the pool, of which each has the times set once, where the server sets none. */
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
    // Told by the statement as well.
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

async function inTransaction<T>(client: pg.PoolClient, work: (sql: Sql) => Promise<T>): Promise<T> {
  try {
    await client.query("begin");
    const result = await work(client as Sql);
    await client.query("commit");
    return result;
  } catch (error) {
    // A connection that is broken is given up, and the server rolls back.
    if (!isBroken(error)) await client.query("rollback");
    throw error;
  }
}

function ignore(): void {}

/** A connection of its own that is made again whenever it breaks. */
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
    // Only now, so that one that breaks before is made again by whoever made it, and by nobody else.
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
