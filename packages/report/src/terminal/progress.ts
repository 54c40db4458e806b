import { SingleBar } from "cli-progress";

/** Shows how far something is, on standard error so that results can be piped. */
export interface ProgressDisplay {
  /** `note` stands behind the count. */
  update(done: number, note?: string): void;
  stop(): void;
}

/** A live bar on a terminal; elsewhere a plain line at each tenth. */
export function showProgress(
  total: number,
  stream: NodeJS.WriteStream,
  { doing, did }: { readonly doing: string; readonly did: string },
): ProgressDisplay {
  if (!stream.isTTY) return lines(total, stream, did);
  const bar = new SingleBar({
    stream,
    format: `${doing} {bar} {value}/{total}{note}, {eta_formatted} left`,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    hideCursor: true,
    fps: 10,
    etaBuffer: 1000,
  });
  bar.start(total, 0, { note: "" });
  return {
    update: (done, note) => bar.update(done, { note: note === undefined ? "" : `, ${note}` }),
    stop: () => bar.stop(),
  };
}

function lines(total: number, stream: NodeJS.WriteStream, did: string): ProgressDisplay {
  let tenth = 0;
  return {
    update(done, note) {
      const reached = Math.floor((10 * done) / total);
      if (reached === tenth) return;
      tenth = reached;
      stream.write(`${did} ${done} of ${total}${note === undefined ? "" : `, ${note}`}\n`);
    },
    stop: () => {},
  };
}
