import { Interrupted } from "@promptnce/engine/run";
import { isDatabase } from "@promptnce/engine";
import { noteEnd } from "@promptnce/engine/journal";
import { sentenceOf } from "../errors/as-flag.ts";

/**
 * What `work` over a journal comes to. Where it throws, the journal's status keeps the sentence for `promptnce view`; to
 * be stopped by `signal` is no failure.
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
    // A database has no folder to look into.
    if (!isStopped && !isDatabase(store)) {
      noteEnd(store, sentenceOf(error));
    }
    throw error;
  }
}
