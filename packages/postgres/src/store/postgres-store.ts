import type { ModelIdentity, ProviderIdentity } from "@promptnce/providers";
import { type JournalRecord, journalText, type EntryToKeep } from "@promptnce/engine/journal";
import { knownDroppedParameters, type Store, type StoreEntry } from "@promptnce/engine";
import { type Database, openDatabase } from "./database.ts";
import { askingRights } from "./asking-rights.ts";
import { grouped } from "./grouped.ts";
import {
  allRecords,
  answersOf,
  droppedAmong,
  keepReplies,
  type KeptWithNote,
} from "./replies-table.ts";
import { prepareTables } from "./tables.ts";

/** A store in a database that any number of programs may use at once. */
export interface PostgresStore extends Store, AsyncDisposable {
  readonly database: Database;
  get(key: string): Promise<JournalRecord | undefined>;
  append(entry: EntryToKeep): Promise<void>;
  entries(): AsyncGenerator<JournalRecord>;
  leftOut(asked: ProviderIdentity): readonly string[];
  /**
   * Reads the rejected settings that other programs have recorded; `note` learns them from an
   * entry.
   */
  refresh(): Promise<void>;
  note(entry: StoreEntry): void;
  mayAsk(model: ModelIdentity): Promise<boolean>;
}

export interface PostgresStoreOptions {
  /** Read-only access: missing tables are not created, and older ones are read as they are. */
  readonly readOnly?: boolean | undefined;
  /**
   * Whether another program may call the same model from this database at the same time, which may
   * pay twice for a question and exceed a budget; false by default.
   */
  readonly sharesAsking?: boolean | undefined;
}

const NOTE = `insert into promptnce.replies (key, sending) values ($1, array[$2])
  on conflict (key) do update set sending = replies.sending || excluded.sending`;
const TAKE_BACK = "update promptnce.replies set sending = array_remove(sending, $2) where key = $1";

/**
 * The store in the database at `address`, with missing tables created. The first time, the user in
 * the address needs the right to create a schema, and after that only rights to the data. Replies
 * are stored as the lines of a journal, with those of one request in one row.
 *
 * Only one program at a time may call a model from the same database. It holds this right from its
 * first question that the store does not answer until it closes the store or dies; meanwhile calls
 * by other programs are refused. Workers share one right.
 *
 * @throws The errors of {@link openDatabase}, and JournalError where the tables have a newer
 *   version or belong to another program.
 * @example
 * import { cached } from "@promptnce/engine";
 * await using store = await openPostgresStore("postgres://localhost/replies");
 * const complete = async () => ({ text: "0.4", stop: "end" });
 * const provider = { name: "ours", model: "large", settings: {}, complete };
 * await cached(provider, store).complete({ prompt: "Will it rain?", sample: 0 });
 * (await Array.fromAsync(store.entries())).length; // → 1
 */
export async function openPostgresStore(
  address: string,
  { readOnly = false, sharesAsking = false }: PostgresStoreOptions = {},
): Promise<PostgresStore> {
  const database = await openDatabase(address);
  const hasTables = await prepareTables(database, !readOnly).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const rights = askingRights(database);
  const known = knownDroppedParameters();
  const refresh = async (): Promise<void> => {
    if (!hasTables) return;
    for (const dropped of await droppedAmong(database)) {
      known.note(dropped);
    }
  };
  await refresh();
  const get = grouped((keys: readonly string[]) => answersOf(database, keys), {
    most: 500,
    atOnce: 2,
  });
  // One group at a time, so that the last entry appended under a key stays the last.
  const keep = grouped((kept: readonly KeptWithNote[]) => keepReplies(database, kept), {
    most: 64,
    atOnce: 1,
  });
  /** The note of each call under way, and the promise of its insertion. */
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
    entries: () => (hasTables ? allRecords(database) : none()),
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
      // A failure is reported when the reply is appended.
      written.catch(() => {});
      notes.set(key, { text, written });
    },
    leftOut: (asked) => known.names(asked),
    refresh,
    note: (entry) => known.note(entry),
    mayAsk: async (model) => (sharesAsking ? false : rights.mayAsk(model)),
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(Array.from(notes.values(), ({ written }) => written));
      await rights.giveUp();
      await database.close();
    },
  };
}

async function* none(): AsyncGenerator<JournalRecord> {}
