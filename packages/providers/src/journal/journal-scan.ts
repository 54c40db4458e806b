import { parseRecord, type JournalRecord } from "./journal-record.ts";
import { journalLines } from "./journal-lines.ts";

/** A line of a journal that holds no record. It costs itself and nothing else. */
export interface Damage {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

/** A record with its place in the file, in bytes. */
export interface PlacedRecord {
  readonly record: JournalRecord;
  readonly place: { readonly offset: number; readonly length: number };
}

/**
 * Every line of an open journal as a record or as damage, in the order of the file; empty lines
 * are passed over. A last line without a newline counts where it is whole, as an editor may leave
 * it, and is damage where it was torn.
 */
export function* scanJournal(fd: number, size: number): Generator<PlacedRecord | Damage> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  for (const { line, offset, bytes, ended } of journalLines(fd, size)) {
    if (bytes.length === 0) continue;
    let text: string;
    try {
      text = utf8.decode(bytes);
    } catch {
      yield { line, reason: "is not UTF-8 text" };
      continue;
    }
    const record = parseRecord(text);
    if (!("reason" in record)) yield { record, place: { offset, length: bytes.length } };
    else yield { line, reason: ended ? record.reason : "is torn: the writer was stopped in it" };
  }
}
