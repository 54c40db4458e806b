import { fingerprintTable } from "@promptnce/providers";
import { realpathSync } from "node:fs";
import { UsageError } from "@promptnce/providers/choose";
import { openCopy, readReplies } from "./reply-records.ts";
import { replySelection, type SelectionOptions } from "./reply-selection.ts";

/**
 * Adds to a journal, which is made where it is missing, the replies of another that answer requests it cannot: all of
 * a request's replies, or none. They keep the time at which they were written. How many were added, and how many are
 * replies to requests that the journal answered already, which keep their answer.
 *
 * @throws UsageError where both are one file.
 */
export function importReplies(store: string, from: string, options: SelectionOptions) {
  const records = readReplies(from, replySelection(options).has);
  using journal = openCopy(store);
  if (realpathSync(store) === realpathSync(from)) {
    throw new UsageError(`${store} and ${from} are one file: name another to import from`);
  }
  const ours = fingerprintTable();
  const count = { added: 0, known: 0 };
  for (const record of records) {
    const mark = record.key.slice(0, 16);
    const known = ours.get(mark) === undefined && journal.get(record.key) !== undefined;
    count[known ? "known" : "added"]++;
    if (known) continue;
    journal.add(record);
    ours.add(mark, 1);
  }
  return count;
}
