import { Interrupted } from "@promptnce/providers/choose";

/**
 * Does work that the first Ctrl-C closes, saying so; the second ends the process as usual.
 *
 * @param work Is given what Ctrl-C aborts, and may abort it itself.
 * @throws Interrupted where it ended early for Ctrl-C, whatever was thrown then.
 */
export async function interruptible(work: (closing: AbortController) => Promise<void>): Promise<void> {
  const closing = new AbortController();
  process.once("SIGINT", () => {
    process.stderr.write("\nStopping: no new questions; waiting for the answers under way.\n");
    closing.abort(
      new Interrupted("Stopped. Every answer so far is in the store: the same command goes on from there."),
    );
  });
  try {
    await work(closing);
  } catch (error) {
    throw closing.signal.reason instanceof Interrupted ? closing.signal.reason : error;
  }
}
