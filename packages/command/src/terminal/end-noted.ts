import { Interrupted, SomeFailed } from "@promptnce/engine/run";
import { isDatabase } from "@promptnce/engine/address";
import { noteEnd } from "@promptnce/engine/journal";
import { sentenceOf } from "../errors/as-flag.ts";

/**
 * The result of `work` with a journal. If it throws before it is done, the reason is kept in the
 * journal's status for `promptnce view`.
 */
export async function withEndNoted<T>(
  store: string,
  signal: AbortSignal,
  work: () => Promise<T> | T,
): Promise<T> {
  // A database has no folder for a status file.
  const note = (reason?: string): void => {
    if (!isDatabase(store)) noteEnd(store, reason);
  };
  note();
  try {
    return await work();
  } catch (error) {
    const isStopped = error instanceof Interrupted || signal.reason instanceof Interrupted;
    // With `SomeFailed` the work is done, and its status counts the failures.
    if (isStopped) note(STOPPED);
    else if (!(error instanceof SomeFailed)) note(sentenceOf(error));
    throw error;
  }
}

const STOPPED = "Ctrl-C or a signal ended it; the same command goes on from there";
