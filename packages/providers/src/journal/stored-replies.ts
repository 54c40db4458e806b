import { existsSync } from "node:fs";
import { type Asking, knownLeftOut } from "../store/known-left-out.ts";
import { readJournal } from "./read-journal.ts";

/** What a journal holds, for whoever only looks. */
export interface StoredReplies {
  /** The settings as a run would send them: without those that the model is known to reject. */
  readonly sent: (asking: Asking) => Asking["settings"];
}

/**
 * Reads a journal once, without its lock: one may look while another run writes. `onKey` is told of
 * the key of each reply. Of a journal that is not there nothing is known.
 */
export function storedReplies(path: string, onKey: (key: string) => void): StoredReplies {
  const leftOut = knownLeftOut();
  if (existsSync(path)) {
    for (const record of readJournal(path, () => {})) {
      onKey(record.key);
      leftOut.note(record);
    }
  }
  return {
    sent(asking) {
      const without = new Set(leftOut.names(asking));
      return Object.fromEntries(Object.entries(asking.settings).filter(([name]) => !without.has(name)));
    },
  };
}
