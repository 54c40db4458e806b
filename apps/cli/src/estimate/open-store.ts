import { type Journal, openJournal } from "@promptnce/providers";

/** The journal of that path, opened to be added to; what is damaged in it is told on standard error. */
export function openStore(path: string): Journal {
  const journal = openJournal(path);
  for (const { line, reason } of journal.damage) {
    process.stderr.write(`${path}, line ${line}: ${reason}; only that reply is lost\n`);
  }
  return journal;
}
