import { Interrupted } from "@promptnce/engine/run";
import { isDatabase } from "@promptnce/engine";
import { noteEnd } from "@promptnce/engine/journal";
import { sentenceOf } from "../errors/as-flag.ts";

/**
 * The result of `work` with a journal. If it throws, the message is kept in the journal's status
 * for `promptnce view`; being stopped by `signal` does not count as a failure.
 */
export async function withEndNoted<T>(
  store: string,
  signal: AbortSignal,
  work: () => Promise<T> | T,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isStopped = error instanceof Interrupted || signal.reason instanceof Interrupted;
    // A database has no folder for a status file.
    if (!isStopped && !isDatabase(store)) {
      noteEnd(store, sentenceOf(error));
    }
    throw error;
  }
}
