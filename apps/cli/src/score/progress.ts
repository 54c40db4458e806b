import { SingleBar } from "cli-progress";

/** How far a run is, shown on standard error so that results can be piped. */
export interface ProgressDisplay {
  update(done: number, stored: number): void;
  stop(): void;
}

/** A bar on a terminal; elsewhere a line at each tenth. */
export function showProgress(total: number, stream: NodeJS.WriteStream): ProgressDisplay {
  if (stream.isTTY) {
    const format = "asking {bar} {value}/{total}, {stored} from store, {eta_formatted} left";
    const bar = new SingleBar({ stream, format, hideCursor: true, etaBuffer: 500 });
    bar.start(total, 0, { stored: 0 });
    return { update: (done, stored) => bar.update(done, { stored }), stop: () => bar.stop() };
  }
  let tenth = 0;
  return {
    update: (done, stored) => {
      const reached = Math.floor((10 * done) / total);
      if (reached === tenth) return;
      tenth = reached;
      stream.write(`asked ${done} of ${total}, ${stored} from store\n`);
    },
    stop: () => {},
  };
}
