import { exclusiveLock } from "../files/exclusive-lock.ts";
import { JournalError } from "../errors/errors.ts";

/**
 * Takes the lock of a journal, `<path>.lock`, and gives back what releases it.
 *
 * @param shown The path as the user knows it, for the sentence.
 * @throws JournalError where another process, or this one, holds it, or where it cannot be made.
 */
export function lockJournal(path: string, shown: string = path): () => void {
  const release = lockOf(path);
  if (release !== undefined) return release;
  throw new JournalError(
    "locked",
    `The journal ${shown} is in use by another run: wait for it to end, or give this one a file of its own with --store.`,
  );
}

function lockOf(path: string): (() => void) | undefined {
  try {
    return exclusiveLock(`${path}.lock`);
  } catch (error) {
    throw new JournalError(
      "unwritable",
      `The lock ${path}.lock cannot be made (${error instanceof Error ? error.message : String(error)}): make its folder writable, or give another file with --store.`,
    );
  }
}
