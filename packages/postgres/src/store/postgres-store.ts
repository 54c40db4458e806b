import type { ModelIdentity, ProviderIdentity } from "@promptnce/providers";
import { type JournalRecord, journalText, type Kept } from "@promptnce/engine/journal";
import { knownDroppedParameters } from "@promptnce/engine";
import type { Store, StoreEntry } from "@promptnce/engine";
import { type Database, openDatabase } from "./database.ts";
import { askingRights } from "./asking-rights.ts";
import { grouped } from "./grouped.ts";
import { allRecords, answersOf, keepReplies, type KeptWithNote } from "./replies-table.ts";
import { prepareTables } from "./tables.ts";

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
  mayAsk(model: ModelIdentity): Promise<boolean>;
  /** Says that workers ask this model, and this program does not. */
  leaveToWorkers(model: ModelIdentity): void;
}

export interface PostgresStoreOptions {
  /** Only looks: missing tables are not made, and older ones are read as they are. */
  readonly readOnly?: boolean | undefined;
  /**
   * Whether another program may ask the same model from this database at the same time, which may pay twice for one
   * question and passes a budget; false if not given.
   */
  readonly sharesAsking?: boolean | undefined;
}

const NOTE = `insert into promptnce.replies (key, sending) values ($1, array[$2])
  on conflict (key) do update set sending = replies.sending || excluded.sending`;
const TAKE_BACK = "update promptnce.replies set sending = array_remove(sending, $2) where key = $1";

/**
 * The store in the database at `address`, its tables made where missing. The user in the address needs the right to make
 * a schema the first time, and after that only rights to the data. Replies are kept as the lines of a journal; those of
 * one request stand in one row.
 *
 * Of several programs over one database one asks a model at a time, from its first question that the store does not
 * answer until it closes the store or dies; the others are refused when they would ask. Workers share that right.
 *
 * @throws What {@link openDatabase} does, and JournalError where the tables are of a newer version, or not this program's.
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
    const { rows } = await database.query(
      "select distinct dropped from promptnce.replies where dropped is not null",
    );
    for (const { dropped } of rows) {
      known.note(JSON.parse(dropped as string) as StoreEntry);
    }
  };
  await refresh();
  const get = grouped((keys: readonly string[]) => answersOf(database, keys), {
    most: 500,
    atOnce: 2,
  });
  // One after the other, so that of one key the entry that came last stays the last.
  const keep = grouped((kept: readonly KeptWithNote[]) => keepReplies(database, kept), {
    most: 64,
    atOnce: 1,
  });
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
      // Whoever appends the reply hears of a failure.
      written.catch(() => {});
      notes.set(key, { text, written });
    },
    leftOut: (asked) => known.names(asked),
    refresh,
    note: (entry) => known.note(entry),
    mayAsk: async (model) => (sharesAsking ? false : rights.mayAsk(model)),
    leaveToWorkers: (model) => rights.leave(model),
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(Array.from(notes.values(), ({ written }) => written));
      await rights.giveUp();
      await database.close();
    },
  };
}

async function* none(): AsyncGenerator<JournalRecord> {}
