import pRetry from "p-retry";
import type * as Pg from "pg";
import { optionalPackage } from "../call/optional-package.ts";
import { JournalError, UsageError } from "../errors/errors.ts";
import { addressMistake } from "./address.ts";

/** What takes a statement: a database, or one transaction of it. */
export interface Sql {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly Row[] }>;
}

/** What a row holds only its statement knows. */
export type Row = Readonly<Record<string, unknown>>;

/** A PostgreSQL database. What is sent while the server restarts is sent again once it is back, for a minute. */
export interface Database extends Sql {
  /** As it was given. */
  readonly address: string;
  /** All of the work, or none of it; the work is done again where the server restarts in it. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Calls back at each notification of the channel `promptnce_` and its name, and each time that some may be missed. */
  listen(channel: string, onNotice: () => void): Promise<AsyncDisposable>;
  close(): Promise<void>;
}

/**
 * Connects to a database.
 *
 * @throws UsageError where it is no address of a database, or a password stands in it.
 * @throws JournalError where it cannot be reached or does not let this user in.
 * @throws ProviderError where the package pg is not installed.
 */
export async function openDatabase(address: string): Promise<Database> {
  const mistake = addressMistake(address);
  if (mistake !== undefined) throw new UsageError(`--store: ${mistake}`);
  const pg = (await optionalPackage("pg@8", "speaks to PostgreSQL", () => import("pg")))();
  const { Pool, Client } = pg.default;
  const options = { connectionString: address, application_name: "promptnce", keepAlive: true };
  const pool = new Pool({ ...options, max: 4, connectionTimeoutMillis: 10_000 });
  // A connection that breaks while nobody uses it; the next statement makes another.
  pool.on("error", () => {});
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end();
    throw unusable(address, error);
  }
  const again = <T>(work: () => Promise<T>): Promise<T> =>
    pRetry(work, PATIENCE).catch((error: unknown) => {
      throw isOfServer(error) ? unusable(address, error) : error;
    });
  return {
    address,
    query: (text, values) => again(() => pool.query(text, values as unknown[])),
    transaction: (work) => again(() => inTransaction(pool, work)),
    listen: (channel, onNotice) => listening(() => new Client(options), channel, onNotice),
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

async function inTransaction<T>(pool: Pg.Pool, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // Told by the statement as well.
  client.on("error", ignore);
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client as Sql);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.off("error", ignore);
    client.release(broken);
  }
}

function ignore(): void {}

/** A connection of its own that is made again whenever it breaks. */
async function listening(makeClient: () => Pg.Client, channel: string, onNotice: () => void): Promise<AsyncDisposable> {
  const closing = new AbortController();
  let client: Pg.Client;
  const connect = async (): Promise<void> => {
    client = makeClient();
    client.on("notification", onNotice);
    client.on("error", ignore);
    await client.connect();
    await client.query(`listen promptnce_${channel}`);
    // Only now, so that one that breaks before is made again by whoever made it, and by nobody else.
    client.once("end", () => void pRetry(connect, { ...PATIENCE, signal: closing.signal }).then(onNotice, ignore));
  };
  await connect();
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await client.end();
    },
  };
}

const codeOf = (error: unknown): string => (error as { readonly code?: string }).code ?? "";

/** Whether the connection, and not the statement, is what failed: classes 08, 40 and 57 of PostgreSQL, too many at once, and sockets. */
function isBroken(error: unknown): boolean {
  return (
    /^(08|40|53300|57P0)|^E(CONN|PIPE|HOST|NET|TIMEDOUT)/.test(codeOf(error)) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(String(error))
  );
}

/** Whether it is told by the server or of the way to it, and is no mistake of this program. */
function isOfServer(error: unknown): boolean {
  return isBroken(error) || /^(28|3D|42501|53|ENOTFOUND|EAI_AGAIN)/.test(codeOf(error));
}

function unusable(address: string, error: unknown): JournalError {
  const why = codeOf(error) === "ECONNREFUSED" ? "nothing listens there" : (error as Error).message;
  return new JournalError(
    `The store ${address} cannot be used (${why}): see that PostgreSQL runs there and lets this user in, or give another place with --store.`,
  );
}
