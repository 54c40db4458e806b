import type { FetchOptions, FetchProgress } from "@promptnce/datasets";
import { SingleBar } from "cli-progress";

/**
 * Shows the progress of downloads: a bar per file on a terminal, otherwise a line when a file
 * starts. `stop` may be called twice.
 */
export function showDownloads(stream: NodeJS.WriteStream) {
  let current: string | undefined;
  let bar: SingleBar | undefined;
  const stop = (): void => bar?.stop();
  const begin = ({ file, received, total }: FetchProgress): void => {
    stop();
    current = file;
    if (stream.isTTY) {
      bar = new SingleBar({
        stream,
        format: "fetching {file} {bar} {value}/{total} kB",
        hideCursor: true,
      });
      bar.start(kilobytes(total ?? received), 0, { file });
    } else {
      stream.write(`fetching ${file}${total === undefined ? "" : ` (${kilobytes(total)} kB)`}\n`);
    }
  };
  return {
    update: (progress: FetchProgress): void => {
      const { file, received, total } = progress;
      if (file !== current) begin(progress);
      // The server does not send the file length: the bar stays full and only counts.
      if (total === undefined) bar?.setTotal(kilobytes(received));
      bar?.update(kilobytes(received));
    },
    stop,
  };
}

/** Runs a download with its progress on standard error; Ctrl-C stops it. */
export async function whileShown<T>(run: (how: FetchOptions) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const onInterrupt = (): void => stop.abort();
  process.once("SIGINT", onInterrupt);
  const display = showDownloads(process.stderr);
  return run({ signal: stop.signal, onProgress: display.update }).finally(() => {
    display.stop();
    process.removeListener("SIGINT", onInterrupt);
  });
}

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1000);
}
