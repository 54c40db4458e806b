import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FOLDER_OF_RUN } from "./folder-of-run.test.support.ts";
import { TIME_LIMIT_MS } from "./time-limit.test.support.ts";

/** A cluster without databases, which each test that needs a server copies. */
export interface EmptyCluster {
  readonly data: string;
  /** The folder of the server's programs. */
  readonly bin: string;
  /**
   * The user of the programs. They refuse to run as root, which uses Debian's `postgres` user
   * instead.
   */
  readonly as: { readonly uid?: number; readonly gid?: number };
}

/**
 * The empty cluster, made by the first test of a run that needs it. `undefined` if no PostgreSQL is
 * installed, or if none can be started, for example because its user may not enter the temporary
 * folder; the reason goes to standard error.
 */
export function emptyCluster(): EmptyCluster | undefined {
  // Debian does not put the server's programs on the path.
  const places = [
    ...(process.env["PATH"] ?? "").split(":"),
    ...globSync("/usr/lib/postgresql/*/bin"),
  ];
  const place = places.find((path) => {
    return existsSync(join(path, "initdb")) && existsSync(join(path, "postgres"));
  });
  if (place === undefined) return undefined;
  const bin = dirname(realpathSync(join(place, "initdb")));
  const home = join(folderOfRun(), "postgres");
  try {
    const as = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
    makeOnce(home, () => makeCluster(home, bin, as));
    return { data: join(home, "data"), bin, as };
  } catch (error) {
    console.warn(`No PostgreSQL can be started, and its tests are skipped: ${reasonOf(error)}`);
    return undefined;
  }
}

/**
 * The folder that all tests of the run share; a program outside a test run gets a folder of its
 * own.
 */
function folderOfRun(): string {
  const shared = process.env[FOLDER_OF_RUN];
  if (shared !== undefined) return shared;
  const folder = mkdtempSync(join(tmpdir(), "promptnce-run-"));
  chmodSync(folder, 0o711);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function idOf(what: "-u" | "-g"): number {
  return Number(execFileSync("id", [what, "postgres"], { encoding: "utf8" }));
}

const WAIT_MS = 20;

/** Fills the folder by `make`, or waits for the process that is doing so. */
function makeOnce(folder: string, make: () => void): void {
  const [made, failed] = [`${folder}.made`, `${folder}.failed`];
  try {
    mkdirSync(folder);
  } catch {
    const until = Date.now() + TIME_LIMIT_MS;
    while (!existsSync(made) && !existsSync(failed) && Date.now() < until) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
    if (existsSync(made)) return;
    throw new Error(
      existsSync(failed) ? readFileSync(failed, "utf8") : `${made} is awaited in vain`,
    );
  }
  try {
    make();
    writeFileSync(made, "");
  } catch (error) {
    writeFileSync(failed, reasonOf(error));
    throw error;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.trim() : String(error);
}

function makeCluster(home: string, bin: string, as: EmptyCluster["as"]): void {
  if (as.uid !== undefined) chownSync(home, as.uid, as.gid ?? 0);
  const settings = ["--auth=trust", "--username=promptnce", "--encoding=UTF8", "--locale=C"];
  const args = ["-D", join(home, "data"), ...settings, "--no-sync"];
  execFileSync(join(bin, "initdb"), args, { ...as, cwd: home, stdio: "pipe" });
}
