import { PlaceError } from "../errors/engine-errors.ts";
import { startOfFile } from "./start-of-file.ts";

/** How much of a file is searched for the beginning of a line: its first lines may be damaged. */
const START = 1 << 16;

/** The beginning of a reply, or of the note of a call, in a journal of any version. */
const JOURNAL_LINE = /^\uFEFF?\{ ?"v": ?\d+, ?"kind": ?"(?:reply|sending)"/m;

/** The beginning of any line of a journal, or of the ledger of batches beside it. */
const PAID_LINE = /^\uFEFF?\{ ?"v": ?\d+, ?"kind": ?"/m;

/**
 * Whether a file begins as a journal does.
 *
 * @example
 * ["replies.jsonl", "pairs.csv"].map(isJournal); // → [true, false]
 */
export function isJournal(path: string): boolean {
  return JOURNAL_LINE.test(startOfFile(path, START) ?? "");
}

/**
 * Refuses to let a journal, or the ledger of its batches, be overwritten, since its replies were
 * paid for. All that writes a file passes here: {@link checkPlace} and {@link partialFile}.
 *
 * @param option The option that names the file, where one does.
 * @throws PlaceError where the file is one of them.
 */
export function spareReplies(path: string, option?: string): void {
  if (!PAID_LINE.test(startOfFile(path, START) ?? "")) return;
  throw new PlaceError((write) => {
    const where = option === undefined ? "" : ` with ${write(option)}`;
    return `${path} holds replies that were paid for and is not overwritten: move it away, or name another file${where}.`;
  });
}
