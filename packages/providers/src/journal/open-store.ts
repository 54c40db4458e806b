import { type Journal, openJournal } from "./journal.ts";

/**
 * The journal of that path, opened to be added to.
 *
 * @param say Told of each line that is damaged, as a line for people.
 */
export function openStore(path: string, say: (line: string) => void): Journal {
  const journal = openJournal(path);
  for (const { line, reason } of journal.damage) say(`${path}, line ${line}: ${reason}; only that reply is lost`);
  return journal;
}
