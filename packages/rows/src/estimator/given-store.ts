import { memoryStore, type Store } from "@promptnce/engine";
import { isDatabase } from "@promptnce/engine/address";
import { openJournal } from "@promptnce/engine/journal";
import { OptionError } from "@promptnce/core/errors";

/** A store, and what closes it if it was opened here. */
export interface GivenStore extends Disposable {
  readonly store: Store;
}

/**
 * The store as given, the journal at a path, or by default one in memory.
 *
 * @throws JournalError where the journal cannot be opened, OptionError for the address of a
 * database.
 */
export function givenStore(store: string | Store | undefined): GivenStore {
  if (store === undefined) return { store: memoryStore(), [Symbol.dispose]: () => {} };
  if (typeof store !== "string") return { store, [Symbol.dispose]: () => {} };
  if (isDatabase(store)) {
    throw new OptionError(
      "store",
      "give the path of a journal, or the store that openPostgresStore of @promptnce/postgres returns",
    );
  }
  const journal = openJournal(store);
  return { store: journal, [Symbol.dispose]: () => journal.close() };
}
