import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { emptyCluster } from "./postgres-cluster.test.support.ts";

const empty = emptyCluster();

/** Whether a PostgreSQL can be started; if not, tests that need one are skipped. */
export const hasPostgres: boolean = empty !== undefined;

/** What has databases. */
export interface Databases {
  /**
   * Creates a database whose name begins with this one, a copy of that at the address `like` where
   * given, and returns its address.
   */
  database(name: string, like?: string): Promise<string>;
}

/** A PostgreSQL server for one test, on a free port of the loopback interface. */
export interface Postgres extends Databases, AsyncDisposable {
  /** Stops the server as a crash does; nothing listens until it is started again. */
  stop(): Promise<void>;
  /** Starts the server again after a stop. */
  start(): Promise<void>;
  /** Stops the server and starts it again. */
  restart(): Promise<void>;
  /** The processor time that the server has used, in seconds; NaN where the system is silent. */
  cpuSeconds(): number;
}

/**
 * A server of its own, which a test may stop. Others use `postgresOfRun`.
 *
 * @throws Error if there is no PostgreSQL to start, or it ends before it listens.
 */
export async function startPostgres(): Promise<Postgres> {
  const home = mkdtempSync(join(tmpdir(), "promptnce-postgres-"));
  const { port, start, server } = await serverIn(home);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(server(), "exit");
    server().kill(signal);
    await ended;
  };
  return {
    ...databasesAt(port),
    stop: () => end("SIGQUIT"),
    start,
    async restart() {
      await end("SIGQUIT");
      await start();
    },
    cpuSeconds: () => cpuSecondsOf(server().pid as number),
    async [Symbol.asyncDispose]() {
      await end("SIGQUIT");
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A running server, and how to start it again once it was stopped. */
interface Server {
  readonly port: number;
  readonly start: () => Promise<void>;
  readonly server: () => ChildProcess;
}

/**
 * A server running on a copy of the empty cluster in this folder; a detached one outlives this
 * process.
 */
export async function serverIn(
  home: string,
  options: { readonly detached?: true } = {},
): Promise<Server> {
  if (empty === undefined) throw new Error("There is no PostgreSQL that can be started.");
  const { bin, as } = empty;
  if (as.uid !== undefined) chownSync(home, as.uid, as.gid ?? 0);
  const data = join(home, "data");
  execFileSync("cp", ["-a", empty.data, data], { ...as, cwd: home, stdio: "pipe" });
  const port = await freePort();
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=300",
    // In its folder, which is removed even where the server was killed.
    "dynamic_shared_memory_type=mmap",
    "fsync=off",
    // No data outlives its test, or needs vacuuming.
    "full_page_writes=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "max_wal_size=128MB",
    "autovacuum=off",
  ];
  let server: ChildProcess;
  const start = async (): Promise<void> => {
    const given = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
    const how = { ...as, ...options, cwd: home, stdio: "ignore" } as const;
    const started = spawn(join(bin, "postgres"), given, how);
    server = started;
    while (!(await isListening(port))) {
      if (started.exitCode !== null) {
        throw new Error(`PostgreSQL ended with ${started.exitCode} before it listened.`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await start();
  return { port, start, server: () => server };
}

/** The databases of the server at this port, which other processes may use as well. */
export function databasesAt(port: number): Databases {
  return {
    async database(name, like = "/template1") {
      const own = `${name}_${randomBytes(6).toString("hex")}`;
      const template = like.slice(like.lastIndexOf("/") + 1);
      await execute(port, `create database ${own} template ${template}`);
      return `postgres://promptnce@127.0.0.1:${port}/${own}`;
    },
  };
}

/** The code of an error that says that a server is starting up. */
const STARTING = "57P03";

/** Executes a statement as the server's owner. */
export async function execute(port: number, text: string): Promise<void> {
  // The server listens a moment before it accepts connections.
  for (;;) {
    const client = new pg.Client({
      host: "127.0.0.1",
      port,
      user: "promptnce",
      database: "postgres",
    });
    try {
      await client.connect();
    } catch (error) {
      if ((error as { readonly code?: string }).code === STARTING) continue;
      throw error;
    }
    try {
      await client.query(text);
      return;
    } finally {
      await client.end();
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/**
 * The processor time of a process and its children, with those that have ended; NaN where the
 * system does not tell, as Linux does.
 */
function cpuSecondsOf(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    const ticks = [String(pid), ...children.filter(Boolean)].map(ticksOf);
    return ticks.reduce((sum, each) => sum + each, 0) / TICKS_A_SECOND;
  } catch {
    return Number.NaN;
  }
}

const TICKS_A_SECOND = 100;

/** The ticks of a process and of its children that have ended. */
function ticksOf(pid: string): number {
  // The name of the program, in parentheses, may hold spaces.
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) (?!.*\) )/s);
  return fields
    .split(" ")
    .slice(11, 15)
    .reduce((sum, each) => sum + Number(each), 0);
}
