import type * as Pg from "pg";
import type { Sql } from "./sql.ts";

/** Whether a lock has a single holder, or any number of holders that share it. */
export type LockMode = "exclusive" | "shared";

/** A lock held until it is disposed of or its connection ends, as when the process dies. */
export interface HeldLock extends AsyncDisposable {
  /** False once the connection broke: others may hold the lock by then. */
  readonly isHeld: boolean;
  /** Lets the program end although the lock is held. */
  unref(): void;
}

/** The holder of a lock. */
export interface Holder {
  readonly mode: LockMode;
  /** When the holder connected; null where the server hides this from other users. */
  readonly since: Date | null;
  /** The holder's host, as the server sees it. */
  readonly host: string | null;
}

/**
 * Keep-alive detects a vanished machine within half a minute; the session of a lock must not be
 * closed as idle.
 */
const KEEP = `select set_config(name, value, false) from pg_settings join (values
  ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3'),
  ('idle_session_timeout', '0')) as wanted (key, value) on name = key`;

/** The two numbers of an advisory lock: this program and the lock's name. */
const NUMBERS = "hashtext('promptnce'), hashtext($1)";

/** Takes a lock on a dedicated connection; `undefined` where another program holds it. */
export async function takeLock(
  client: Pg.Client,
  name: string,
  mode: LockMode,
): Promise<HeldLock | undefined> {
  client.on("error", () => {});
  let isHeld = false;
  client.once("end", () => void (isHeld = false));
  const take = mode === "shared" ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
  try {
    await client.connect();
    await client.query(KEEP);
    const { rows } = await client.query(`select ${take}(${NUMBERS}) as held`, [name]);
    isHeld = (rows[0] as { readonly held: boolean }).held;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  if (!isHeld) {
    await client.end();
    return undefined;
  }
  return {
    get isHeld() {
      return isHeld;
    },
    // The types of pg leave this method out.
    unref: () => (client as Pg.Client & { unref(): void }).unref(),
    async [Symbol.asyncDispose]() {
      await client.end();
    },
  };
}

/** A holder of the named lock, if there is one; of several, any. */
export async function holderOf(sql: Sql, name: string): Promise<Holder | undefined> {
  const { rows } = await sql.query(
    `select case mode when 'ShareLock' then 'shared' else 'exclusive' end as mode,
       backend_start as since, host(client_addr) as host
     from pg_locks left join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objsubid = 2
       and pg_locks.database = (select oid from pg_database where datname = current_database())
       and classid = (hashtext('promptnce')::bigint & 4294967295)::oid
       and objid = (hashtext($1)::bigint & 4294967295)::oid
     order by since limit 1`,
    [name],
  );
  return rows[0] as Holder | undefined;
}
