import type { Progress } from "@promptnce/core";
import { SingleBar } from "cli-progress";

/** Shows how far a run is; on standard error, so that results can be piped. */
export interface ProgressDisplay {
  /** A listener for the next part of the run, whose counts start from zero. */
  part(): (progress: Progress) => void;
  stop(): void;
}

interface Counts {
  readonly done: number;
  readonly stored: number;
  readonly unreadable: number;
}

/** A live bar on a terminal; elsewhere a plain line at each tenth. */
export function showProgress(total: number, stream: NodeJS.WriteStream): ProgressDisplay {
  const display = stream.isTTY ? bar(total, stream) : lines(total, stream);
  let now: Counts = { done: 0, stored: 0, unreadable: 0 };
  return {
    part: () => {
      const before = now;
      return ({ done, stored, unreadable }) => {
        now = {
          done: before.done + done,
          stored: before.stored + stored,
          unreadable: before.unreadable + unreadable,
        };
        display.update(now);
      };
    },
    stop: display.stop,
  };
}

interface Display {
  readonly update: (counts: Counts) => void;
  readonly stop: () => void;
}

function bar(total: number, stream: NodeJS.WriteStream): Display {
  const display = new SingleBar({
    stream,
    format: "asking {bar} {value}/{total}, {stored} from store, {unreadable} unreadable, {eta_formatted} left",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    hideCursor: true,
    fps: 10,
    etaBuffer: 500,
  });
  display.start(total, 0, { stored: 0, unreadable: 0 });
  return {
    update: ({ done, ...counts }) => display.update(done, counts),
    stop: () => display.stop(),
  };
}

function lines(total: number, stream: NodeJS.WriteStream): Display {
  let tenth = 0;
  return {
    update: ({ done, stored, unreadable }) => {
      const reached = Math.floor((10 * done) / total);
      if (reached === tenth) return;
      tenth = reached;
      stream.write(`asked ${done} of ${total}, ${stored} from store, ${unreadable} unreadable\n`);
    },
    stop: () => {},
  };
}
