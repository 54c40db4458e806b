import {
  chmodSync,
  copyFileSync,
  constants,
  existsSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { type JournalRecord, openJournal } from "@promptnce/engine/journal";
import { isDatabase } from "@promptnce/engine/address";
import { UsageError } from "#command/errors";
import { DataError } from "@promptnce/rows/errors";
import { checkThere, readReplies } from "./reply-records.ts";
import { replySelection, type SelectionOptions } from "./reply-selection.ts";

export type PruneOptions = SelectionOptions & {
  /**
   * The path of the new journal; if absent, the old journal is replaced and a backup is kept beside
   * it.
   */
  readonly out?: string;
  readonly inPlace?: true;
  /** Whether the filter selects the replies to delete rather than those to keep. */
  readonly drop?: true;
};

/**
 * Writes the kept part of a journal to a new one, `path`, or replaces the journal with it. In the
 * second case, the journal is locked, and copied to `backup` first. Existing files are never
 * overwritten, and lines without a record are dropped.
 */
export async function pruneReplies(store: string, options: PruneOptions) {
  const { out, inPlace, drop = false } = options;
  const { all, has } = replySelection(options);
  const keep = (record: JournalRecord): boolean => has(record) !== drop;
  if (all) throw new UsageError("prune: say which replies, such as --model NAME or --since DAY");
  if ((out === undefined) === (inPlace === undefined)) {
    throw new UsageError(
      "prune: say --out FILE for a new journal, or --in-place for this one with a backup beside it",
    );
  }
  if (isDatabase(store)) {
    if (out !== undefined) return { ...(await written(store, out, keep)), path: out };
    throw new UsageError(
      "prune: a database that others write to is not pruned in place; give --out FILE to write the kept replies to a journal",
    );
  }
  checkThere(store);
  using _held = inPlace && openJournal(store); // A concurrent run would lose its replies.
  const place = out ?? realpathSync(store);
  const [backup, next] = [`${place}.bak`, `${place}.pruned`];
  for (const made of [inPlace ? backup : place, next]) {
    checkFree(made);
  }
  try {
    const counts = await written(store, next, keep);
    if (inPlace) {
      copyFileSync(place, backup, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      chmodSync(next, statSync(place).mode);
    }
    renameSync(next, place);
    return { ...counts, path: out ?? store, ...(inPlace && { backup }) };
  } catch (error) {
    if (existsSync(next)) rmSync(next);
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    const where = out === undefined ? "in place" : `to ${out}`;
    throw new DataError(
      `${store} cannot be pruned ${where} (${code}): it is not changed; give --out FILE elsewhere.`,
    );
  }
}

async function written(store: string, path: string, keep: (record: JournalRecord) => boolean) {
  const records = await readReplies(store);
  using journal = openJournal(path);
  const counts = { kept: 0, gone: 0 };
  for await (const record of records) {
    const kept = keep(record);
    counts[kept ? "kept" : "gone"]++;
    if (kept) journal.append(record);
  }
  return counts;
}

function checkFree(path: string): void {
  if (!existsSync(path)) return;
  throw new DataError(
    `${path} already exists and is not overwritten: move it away, or name another file.`,
  );
}
