import { fingerprintTable } from "@promptnce/engine";
import { realpathSync } from "node:fs";
import { isDatabase } from "@promptnce/engine/address";
import { UsageError } from "#command/errors";
import { openStore } from "#command";
import { readReplies } from "./reply-records.ts";
import type { SelectionOptions } from "./reply-selection.ts";

/**
 * Adds another store's replies to requests that this store cannot answer: all replies to a request,
 * or none. `known` counts the replies to requests that were already answered, which keep their
 * answers.
 */
export async function importReplies(store: string, from: string, options: SelectionOptions) {
  const records = await readReplies(from, options);
  await using into = await openStore(store, () => {});
  if (realPlace(store) === realPlace(from)) {
    throw new UsageError(`${store} and ${from} are the same store: name another to import from`);
  }
  const imported = fingerprintTable();
  const count = { added: 0, known: 0 };
  for await (const record of records) {
    const mark = record.key.slice(0, 16);
    const isKnown = imported.get(mark) === undefined && (await into.get(record.key)) !== undefined;
    count[isKnown ? "known" : "added"]++;
    if (isKnown) continue;
    await into.append(record);
    imported.add(mark, 1);
  }
  return count;
}

/** A key that is equal for two links to the same file. */
function realPlace(place: string): string {
  return isDatabase(place) ? place : realpathSync(place);
}
