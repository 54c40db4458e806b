import { existsSync } from "node:fs";
import { type Journal, openJournal, readJournal } from "@promptnce/engine/journal";
import type { StoredReplies } from "@promptnce/engine";
import { isDatabase } from "@promptnce/engine/address";
import type { PostgresStore } from "@promptnce/postgres";
import { loadPostgres } from "./load-postgres.ts";

// The code for databases is loaded only where one is used.

/** A journal, or a team's database. */
export type OpenedStore = Journal | PostgresStore;

/**
 * The store at a place, to be disposed of: a {@link PostgresStore} for an address that begins with
 * `postgres://`, otherwise a journal ({@link openJournal}), whose damaged lines are reported
 * through `say`. With `workers`, which make the calls, a database is open to others that call.
 */
export async function openStore(
  place: string,
  say: (line: string) => void,
  { workers }: { readonly workers?: boolean | undefined } = {},
): Promise<OpenedStore> {
  if (isDatabase(place)) {
    return (await loadPostgres()).openPostgresStore(place, { sharesAsking: workers });
  }
  const journal = openJournal(place);
  for (const { line, reason } of journal.damage)
    say(`${place}, line ${line}: ${reason}; only that reply is lost`);
  for (const { line, reason } of journal.newer)
    say(`${place}, line ${line}: ${reason}; it is kept, and only that version uses it`);
  return journal;
}

/**
 * The replies of the store at a place, read-only, also while a run writes. There are none where the
 * file does not exist; lines without a record are skipped.
 *
 * @throws JournalError during iteration, where the store cannot be read or the file is not a store.
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
