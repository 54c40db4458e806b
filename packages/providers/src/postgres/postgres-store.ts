import type { ProviderIdentity } from "../call/provider-identity.ts";
import { type JournalRecord, journalText, type Kept } from "../journal/journal-record.ts";
import { knownDroppedParameters } from "../store/known-dropped-parameters.ts";
import type { Store, StoreEntry } from "../store/store.ts";
import { type Database, openDatabase } from "./database.ts";
import { grouped } from "./grouped.ts";
import { allRecords, answersOf, keepReplies, type KeptWithNote } from "./replies-table.ts";
import { alone, TABLES } from "./tables.ts";

/** A store in a database, for any number of programs at a time. */
export interface PostgresStore extends Store, AsyncDisposable {
  readonly database: Database;
  get(key: string): Promise<JournalRecord | undefined>;
  append(entry: Kept): Promise<void>;
  entries(): AsyncGenerator<JournalRecord>;
  leftOut(asked: ProviderIdentity): readonly string[];
  /** Learns what other programs have noted of settings that models reject; `note` does so of an entry. */
  refresh(): Promise<void>;
  note(entry: StoreEntry): void;
}

const NOTE = `insert into promptnce.replies (key, sending) values ($1, array[$2])
  on conflict (key) do update set sending = replies.sending || excluded.sending`;
const TAKE_BACK = "update promptnce.replies set sending = array_remove(sending, $2) where key = $1";

/**
 * The store in the database at `address`, its tables made where missing. The user in the address needs the right to make
 * a schema the first time. Replies are kept as the lines of a journal; those of one request stand in one row.
 *
 * @throws What {@link openDatabase} does.
 */
export async function openPostgresStore(address: string): Promise<PostgresStore> {
  const database = await openDatabase(address);
  await alone(database, (sql) => sql.query(TABLES));
  const known = knownDroppedParameters();
  const refresh = async (): Promise<void> => {
    const { rows } = await database.query("select distinct dropped from promptnce.replies where dropped is not null");
    for (const { dropped } of rows) known.note(JSON.parse(dropped as string) as StoreEntry);
  };
  await refresh();
  const get = grouped((keys: readonly string[]) => answersOf(database, keys), { most: 500, atOnce: 2 });
  // One after the other, so that of one key the entry that came last stays the last.
  const keep = grouped((kept: readonly KeptWithNote[]) => keepReplies(database, kept), { most: 64, atOnce: 1 });
  /** The note of each call under way, and whether the table has it. */
  const notes = new Map<string, { readonly text: string; readonly written: Promise<unknown> }>();
  return {
    database,
    get,
    async append(entry) {
      known.note(entry);
      const note = notes.get(entry.key);
      await note?.written;
      await keep({ ...entry, note: note?.text });
      if (notes.get(entry.key) === note) notes.delete(entry.key);
    },
    entries: () => allRecords(database),
    sending(call, sending) {
      const { key } = call;
      const before = notes.get(key);
      const at = new Date().toISOString();
      const text = sending ? journalText({ v: 2, kind: "sending", ...call, sending, at }) : "";
      const write = async (): Promise<unknown> => {
        await before?.written;
        if (!sending) return database.query(TAKE_BACK, [key, before?.text]);
        return database.query(NOTE, [key, text]);
      };
      const written = write();
      // Whoever appends the reply hears of a failure.
      written.catch(() => {});
      notes.set(key, { text, written });
    },
    leftOut: (asked) => known.names(asked),
    refresh,
    note: (entry) => known.note(entry),
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(Array.from(notes.values(), ({ written }) => written));
      await database.close();
    },
  };
}
