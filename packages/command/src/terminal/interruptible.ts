import { constants } from "node:os";
import { Interrupted } from "@promptnce/engine/run";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** What ends a process from outside waits no longer before it kills: `docker stop` does for ten seconds. */
const LIMIT_SECONDS = 8;

/**
 * Does work that the first Ctrl-C, SIGTERM or SIGHUP closes, saying so. The second ends the process at once with the
 * signal's exit code, and so does the end of a limit that is said where nobody at a keyboard can press a second time.
 *
 * @param work Is given what the signal aborts, and may abort it itself.
 * @throws Interrupted where it ended early for a signal, whatever was thrown then.
 */
export async function interruptible(
  work: (closing: AbortController) => Promise<void>,
): Promise<void> {
  const closing = new AbortController();
  let limit: NodeJS.Timeout | undefined;
  const stop = (signal: (typeof SIGNALS)[number]): void => {
    // Not by the signal itself, so that what is to be removed at the end is.
    const end = (): never => process.exit(128 + constants.signals[signal]);
    if (closing.signal.reason instanceof Interrupted) end();
    const until =
      signal === "SIGINT"
        ? "; a second Ctrl-C ends it at once"
        : `, at most ${LIMIT_SECONDS} seconds (${signal})`;
    process.stderr.write(
      `\nStopping: no new questions; waiting for the answers under way${until}.\n`,
    );
    if (signal !== "SIGINT") limit = setTimeout(end, LIMIT_SECONDS * 1000).unref();
    closing.abort(
      new Interrupted(
        "Stopped. Every answer so far is in the store: the same command goes on from there.",
      ),
    );
  };
  for (const signal of SIGNALS) {
    process.on(signal, stop);
  }
  try {
    await work(closing);
  } catch (error) {
    throw closing.signal.reason instanceof Interrupted ? closing.signal.reason : error;
  } finally {
    clearTimeout(limit);
    for (const signal of SIGNALS) {
      process.off(signal, stop);
    }
  }
}
