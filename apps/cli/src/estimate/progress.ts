import { SingleBar } from "cli-progress";

/** Shows how far something is, on standard error. */
export interface ProgressDisplay {
  update(done: number): void;
  stop(): void;
}

/** A live bar on a terminal; elsewhere a plain line at each tenth. */
export function showProgress(total: number, stream: NodeJS.WriteStream): ProgressDisplay {
  if (!stream.isTTY) return lines(total, stream);
  const bar = new SingleBar({
    stream,
    format: "estimating {bar} {value}/{total}, {eta_formatted} left",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    hideCursor: true,
    fps: 10,
    etaBuffer: 1000,
  });
  bar.start(total, 0);
  return { update: (done) => bar.update(done), stop: () => bar.stop() };
}

function lines(total: number, stream: NodeJS.WriteStream): ProgressDisplay {
  let tenth = 0;
  return {
    update(done) {
      const reached = Math.floor((10 * done) / total);
      if (reached === tenth) return;
      tenth = reached;
      stream.write(`estimated ${done} of ${total}\n`);
    },
    stop: () => {},
  };
}
