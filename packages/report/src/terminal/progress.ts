import type { Progress } from "@promptnce/core";
import { SingleBar } from "cli-progress";

/** What stands behind the count of questions: how many the store had, and of how many nothing can be used. */
export function progressNote({ stored, unreadable, failed }: Omit<Progress, "done" | "inFlight">): string {
  return `${stored} from store, ${unreadable} unreadable, ${failed} failed`;
}

/** Shows how far something is, on standard error so that results can be piped. */
export interface ProgressDisplay {
  /** `note` stands behind the count. */
  update(done: number, note?: string): void;
  stop(): void;
}

interface Wording {
  readonly doing: string;
  readonly did: string;
  /** What stands behind the count before the first update. */
  readonly note?: string;
}

/** A live bar on a terminal; elsewhere a plain line at each tenth. */
export function showProgress(
  total: number,
  stream: NodeJS.WriteStream,
  { doing, did, note: first }: Wording,
): ProgressDisplay {
  const behind = (note: string | undefined): string => (note === undefined ? "" : `, ${note}`);
  if (!stream.isTTY) {
    let tenth = 0;
    return {
      update(done, note) {
        const reached = Math.floor((10 * done) / total);
        if (reached === tenth) return;
        tenth = reached;
        stream.write(`${did} ${done} of ${total}${behind(note)}\n`);
      },
      stop: () => {},
    };
  }
  const bar = new SingleBar({
    stream,
    format: `${doing} {bar} {value}/{total}{note}, {eta_formatted} left`,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    hideCursor: true,
    fps: 10,
    etaBuffer: 1000,
  });
  bar.start(total, 0, { note: behind(first) });
  return {
    update: (done, note) => bar.update(done, { note: behind(note) }),
    stop: () => bar.stop(),
  };
}
