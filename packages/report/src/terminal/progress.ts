import { dirname, relative } from "node:path";
import type { Progress } from "@promptnce/core";
import { type RunStatus, statusWriter } from "@promptnce/providers/run";
import { SingleBar } from "cli-progress";
import { shellWord } from "./shell-word.ts";

/** How many answers the store had, and of how many nothing can be used; `questions` where not all that is done is one. */
type Counts = Omit<Progress, "done" | "inFlight"> & { readonly questions?: number };

/** Shows how far something is, on standard error so that results can be piped. */
export interface ProgressDisplay {
  /** The counts stand behind what is done. */
  update(done: number, counts?: Counts): void;
  stop(): void;
}

interface Shown {
  readonly doing: string;
  readonly did: string;
  /** The journal of what is asked, beside which its status is kept for `promptnce view`. */
  readonly store?: string | undefined;
  /** The page that is written at the end. */
  readonly page?: string | undefined;
}

const NOTHING = { stored: 0, unreadable: 0, failed: 0 };

/** What takes longer can be looked at meanwhile, which is said once. */
const LONG_MS = 60_000;

/**
 * A live bar on a terminal; elsewhere a plain line at each tenth. Of what is asked over a store the status is kept
 * beside it, and how to look at it is said after a minute.
 */
export function showProgress(total: number, stream: NodeJS.WriteStream, shown: Shown): ProgressDisplay {
  const display = displayOn(stream, total, shown);
  const { store, page } = shown;
  if (store === undefined) return display;
  const folder = dirname(store);
  const write = statusWriter(store);
  const nothing = { done: 0, questions: 0, unreadable: 0, failed: 0 };
  let status: RunStatus = { ...nothing, total, page: page && relative(folder, page) };
  write(status);
  const line = `To look at this run meanwhile: promptnce view ${shellWord(folder)}\n`;
  // Over the bar, which draws itself again below.
  const long = setTimeout(() => stream.write(`${stream.isTTY ? "\r\u001B[K" : ""}${line}`), LONG_MS).unref();
  return {
    update(done, counts = NOTHING) {
      const { questions = done, unreadable, failed } = counts;
      status = { ...status, done, questions, unreadable, failed };
      write(status);
      display.update(done, counts);
    },
    stop() {
      clearTimeout(long);
      write(status, true);
      display.stop();
    },
  };
}

function displayOn(stream: NodeJS.WriteStream, total: number, { doing, did, store }: Shown): ProgressDisplay {
  const behind = (counts = store === undefined ? undefined : NOTHING): string =>
    counts ? `, ${counts.stored} from store, ${counts.unreadable} unreadable, ${counts.failed} failed` : "";
  if (!stream.isTTY) {
    let tenth = 0;
    return {
      update(done, counts) {
        const reached = Math.floor((10 * done) / total);
        if (reached === tenth) return;
        tenth = reached;
        stream.write(`${did} ${done} of ${total}${behind(counts)}\n`);
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
  bar.start(total, 0, { note: behind() });
  return {
    update: (done, counts) => bar.update(done, { note: behind(counts) }),
    stop: () => bar.stop(),
  };
}
