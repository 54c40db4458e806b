import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

/** The environment variable with the folder of a test run. */
export const FOLDER_OF_RUN = "PROMPTNCE_TEST_RUN";

/** The folder below it of what several test files read, and the first that needs it makes. */
export const SHARED = "shared";

/** Linux keeps this folder in memory, where thousands of small files cost nothing to write. */
const IN_MEMORY = "/dev/shm";

const COMPILED = join(import.meta.dirname, "../../../node_modules/.cache/promptnce-compiled");

/** What a run of all tests needs at most, with room to spare. */
const BYTES_OF_RUN = 4e9;

/**
 * Global setup, which vitest calls once for each project before a test run. It makes the folder for
 * all temporary files of the run, and names it in the environment. Returns a function that removes
 * it after the run; a run that was killed leaves its folder to the next.
 */
export default function setup(project: TestProject): (() => void) | undefined {
  if (process.env[FOLDER_OF_RUN] !== undefined) return undefined;
  const place = process.env["TMPDIR"] === undefined && hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir();
  removeLeft(place);
  const folder = mkdtempSync(join(place, `promptnce-run-${process.pid}-`));
  // In a run as root, the database server belongs to another user.
  chmodSync(folder, 0o711);
  process.env[FOLDER_OF_RUN] = folder;
  process.env["TMPDIR"] = folder;
  // Of no run alone: programs and workers start sooner where an earlier one compiled their modules.
  process.env["NODE_COMPILE_CACHE"] ??= COMPILED;
  // What watched tests made by an older source is no result of theirs.
  project.onTestsRerun(() => remove(join(folder, SHARED)));
  return () => remove(folder);
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= BYTES_OF_RUN;
  } catch {
    return false;
  }
}

/** Removes the folders of runs whose process is gone. */
function removeLeft(place: string): void {
  for (const name of globSync("promptnce-run-*-*", { cwd: place })) {
    const [, pid] = /^promptnce-run-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) remove(join(place, name));
  }
}

/** Removes a folder, once the database servers in it have ended. */
function remove(folder: string): void {
  for (const file of globSync("{*/,*/*/}data/postmaster.pid", { cwd: folder })) {
    const [pid = ""] = readFileSync(join(folder, file), "utf8").split("\n");
    if (servesFrom(folder, pid)) process.kill(Number(pid), "SIGQUIT");
  }
  // A server may still be writing, and where it goes on, it ends when it misses its files.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** Whether a process was started with data in this folder; a number may be another's by now. */
function servesFrom(folder: string, pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folder);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
