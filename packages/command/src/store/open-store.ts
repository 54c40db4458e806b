import { existsSync } from "node:fs";
import { type Journal, openJournal } from "@promptnce/engine/journal";
import { readJournal } from "@promptnce/engine/journal";
import type { StoredReplies } from "@promptnce/engine";
import { isDatabase } from "@promptnce/engine";
import type { PostgresStore } from "@promptnce/postgres";
import { loadPostgres } from "./load-postgres.ts";

// What speaks to a database is read only where there is one.

/** A journal, or the database of a team in its place. */
export type OpenedStore = Journal | PostgresStore;

/**
 * The store at a place, to be disposed of: of an address that begins with `postgres://` a {@link PostgresStore},
 * else a {@link openJournal}, of which each line that is damaged is told to `say`.
 */
export async function openStore(place: string, say: (line: string) => void): Promise<OpenedStore> {
  if (isDatabase(place)) return (await loadPostgres()).openPostgresStore(place);
  const journal = openJournal(place);
  for (const { line, reason } of journal.damage)
    say(`${place}, line ${line}: ${reason}; only that reply is lost`);
  return journal;
}

/**
 * The replies of the store at a place for whoever only looks, also while a run writes. There are none where there is no
 * such file; lines of a file that hold no record are passed over.
 *
 * @throws JournalError, once it is read, where it cannot be read or is no store.
 */
export function repliesAt(place: string): StoredReplies {
  if (isDatabase(place)) return { entries: () => repliesOf(place) };
  return { entries: () => (existsSync(place) ? readJournal(place, () => {}) : []) };
}

async function* repliesOf(address: string): ReturnType<PostgresStore["entries"]> {
  const { openPostgresStore } = await loadPostgres();
  await using store = await openPostgresStore(address, { readOnly: true });
  yield* store.entries();
}
