import { hash } from "node:crypto";
import { type Dirent, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { startOfFile } from "@promptnce/engine/files";
import {
  isJournal,
  isRunning,
  readRunStatus,
  type RunStatus,
  type RunSubject,
  STATUS,
} from "@promptnce/engine/journal";

/** A run: its journal, its page, or both. */
export interface FoundRun {
  /** The id of the run in URLs, which contain no path. */
  readonly id: string;
  /**
   * The path of the journal (or of the page if there is no journal), relative to the searched
   * folder.
   */
  readonly name: string;
  readonly journal?: string;
  readonly page?: string;
  readonly status?: RunStatus | undefined;
  /** By its status or, without one, by the first reply in the journal. */
  readonly asked?: RunSubject | undefined;
  readonly running: boolean;
  /** Whether the page covers the whole journal. */
  readonly reported: boolean;
  readonly changed: Date;
}

/** The runs in and below a folder (an absolute path), newest first. Does not follow links. */
export function findRuns(folder: string): FoundRun[] {
  const files = new Set(filesBelow(folder));
  const pages = new Set([...files].filter((path) => path.endsWith(".html") && isPage(path)));
  const journals = [...files].filter((path) => {
    if (files.has(`${path}${STATUS}`)) return true;
    return path.endsWith(".jsonl") && (files.has(`${path}.lock`) || isJournal(path));
  });
  const runs = journals.map((journal): FoundRun => {
    const status = readRunStatus(journal);
    // The status is untrusted: only a page that was found in the search is accepted.
    const pageName = status?.page ?? (basename(journal) === "replies.jsonl" ? "report.html" : "");
    const found = resolve(dirname(journal), pageName);
    const page = pages.delete(found) ? found : undefined;
    const running = isRunning(journal);
    const last = changedAt(journal);
    const isDone = status === undefined || isComplete(status);
    const reported = page !== undefined && !running && isDone && changedAt(page) >= last;
    const asked = status?.asked ?? askedIn(journal);
    const about = {
      journal,
      status,
      asked,
      running,
      reported,
      ...(page !== undefined && { page }),
    };
    return { ...about, ...named(journal), changed: new Date(reported ? changedAt(page) : last) };
  });
  const alone = Array.from(pages, (page): FoundRun => {
    return {
      page,
      running: false,
      reported: true,
      ...named(page),
      changed: new Date(changedAt(page)),
    };
  });
  return [...runs, ...alone].toSorted((a, b) => b.changed.getTime() - a.changed.getTime());

  function named(path: string): Pick<FoundRun, "id" | "name"> {
    const name = relative(folder, path);
    return { id: hash("sha256", name).slice(0, 16), name };
  }
}

/** Whether a run came to its end, though some of its requests may have failed. */
export function isComplete({ done, total, ended }: RunStatus): boolean {
  return ended === undefined && done >= total;
}

function* filesBelow(folder: string): Generator<string> {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return; // Somebody else's, or gone.
  }
  for (const entry of entries) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** The most text of a journal's first reply that is read. */
const FIRST_REPLY = 20_000;

/**
 * The model and the task of the first reply; `undefined` if it cannot be read, as with none yet.
 */
function askedIn(journal: string): RunSubject | undefined {
  const start = startOfFile(journal, FIRST_REPLY) ?? "";
  const line = start.split("\n").find((one) => one.includes('"kind":"reply"')) ?? "";
  const [, model] = /"model":("(?:[^"\\]|\\.)*")/.exec(line) ?? [];
  const [, task] = /"template":\{"id":"([^"/]+)\//.exec(line) ?? [];
  if (model === undefined) return undefined;
  return { model: JSON.parse(model) as string, task };
}

/** The maximum offset of the generator tag in a page. */
const HEAD = 1000;

function isPage(path: string): boolean {
  return startOfFile(path, HEAD)?.includes('<meta name="generator" content="promptnce ') ?? false;
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
