import { constants } from "node:os";
import { Interrupted } from "@promptnce/engine/run";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * The time to end after a signal, shorter than the grace period of tools that then kill: ten
 * seconds for `docker stop`.
 */
const LIMIT_SECONDS = 8;

/**
 * Runs work that the first Ctrl-C, SIGTERM or SIGHUP closes, with a message. The second signal ends
 * the process at once with the signal's exit code. So does a time limit, stated in the message,
 * where nobody at a keyboard can press Ctrl-C again.
 *
 * @param work Receives the controller that the signal aborts, and may abort it itself.
 * @throws Interrupted where the work ended early because of a signal, whatever it threw.
 */
export async function interruptible(
  work: (closing: AbortController) => Promise<void>,
): Promise<void> {
  const closing = new AbortController();
  let limit: NodeJS.Timeout | undefined;
  const stop = (signal: (typeof SIGNALS)[number]): void => {
    // Exits instead of re-raising the signal, so that exit handlers can remove temporary files.
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
