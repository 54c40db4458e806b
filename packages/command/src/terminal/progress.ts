import { dirname, relative } from "node:path";
import { isDatabase } from "@promptnce/engine/address";
import { type OwnPrices } from "@promptnce/engine/money";
import type { AskedCounts } from "@promptnce/engine/run";
import { type RunStatus, type RunSubject, statusWriter } from "@promptnce/engine/journal";
import type { SingleBar } from "cli-progress";
import { shellWord } from "../errors/shell-word.ts";

/**
 * The counts of stored and of unusable answers; `questions` is given where not everything done is a
 * question.
 */
type Counts = Omit<AskedCounts, "questions"> & Partial<AskedCounts>;

/** Shows progress on standard error, so that results can be piped, until it is disposed of. */
export interface ProgressDisplay extends Disposable {
  /** Shows the number done, followed by the counts. */
  update(done: number, counts?: Counts): void;
}

interface ProgressOptions {
  /** The verbs for the work: `asking` and `asked` by default. */
  readonly doing?: string;
  readonly did?: string;
  /** Whether steps take so unlike times that those done do not tell how long the others take. */
  readonly isUneven?: boolean;
  /** The journal of the run; its status is kept beside it for `promptnce view`. */
  readonly store?: string | undefined;
  /** What is asked of whom, for the status. */
  readonly asked?: RunSubject;
  /** The page written at the end. */
  readonly page?: string | undefined;
  /** The user's own prices, and the address of the model's server. */
  readonly prices?: OwnPrices;
}

const NOTHING = { stored: 0, unreadable: 0, failed: 0 };

/** After this time the display mentions once that the run can be viewed meanwhile. */
const LONG_MS = 60_000;

/**
 * A progress display: a live bar on a terminal, elsewhere a line at each tenth. With a store, it
 * also writes the run's status beside it.
 */
export async function showProgress(
  total: number,
  stream: NodeJS.WriteStream,
  shown: ProgressOptions,
): Promise<ProgressDisplay> {
  const display = await displayOn(stream, total, shown);
  const { store, asked, page, prices: { priceIn, priceOut, baseUrl } = {} } = shown;
  // A database has no folder for a status file.
  if (store === undefined || isDatabase(store)) return display;
  const folder = dirname(store);
  const write = statusWriter(store);
  const run = {
    total,
    asked,
    page: page && relative(folder, page),
    prices: { priceIn, priceOut, baseUrl },
  };
  let status: RunStatus = { done: 0, questions: 0, unreadable: 0, failed: 0, ...run };
  write(status);
  const line = `To watch this run: promptnce view ${shellWord(folder)}\n`;
  const long = setTimeout(() => stream.write(line), LONG_MS).unref();
  return {
    update(done, counts = NOTHING) {
      const { questions = done, unreadable, failed } = counts;
      status = { done, questions, unreadable, failed, ...run };
      write(status);
      display.update(done, counts);
    },
    [Symbol.dispose]() {
      clearTimeout(long);
      write(status, true);
      display[Symbol.dispose]();
    },
  };
}

async function displayOn(
  stream: NodeJS.WriteStream,
  total: number,
  shown: ProgressOptions,
): Promise<ProgressDisplay> {
  const { doing = "asking", did = "asked", isUneven = false, store } = shown;
  const behind = (counts = store === undefined ? undefined : NOTHING): string =>
    counts
      ? `, ${counts.stored} from store, ${counts.unreadable} unreadable, ${counts.failed} failed`
      : "";
  if (!stream.isTTY) {
    let tenth = 0;
    return {
      update(done, counts) {
        const reached = Math.floor((10 * done) / total);
        if (reached === tenth) return;
        tenth = reached;
        stream.write(`${did} ${done} of ${total}${behind(counts)}\n`);
      },
      [Symbol.dispose]: () => {},
    };
  }
  // Loaded only where there is a bar to show.
  const {
    default: { SingleBar: Bar, Format },
  } = await import("cli-progress");
  const text = `${doing}  ${total}/${total}${behind(NOTHING)}, 10m00s so far`;
  const bar = new Bar({
    stream: ownStream(stream),
    format: (options, params, payload: object) => {
      const format = `${doing} {bar} {value}/{total}{note}${timeOf(params, isUneven)}`;
      return Format.Formatter({ ...options, format }, params, payload);
    },
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: Math.max(4, Math.min(40, (stream.columns || 80) - text.length)),
    linewrap: true, // no line is longer
    forceRedraw: true,
    gracefulExit: false,
    hideCursor: true,
    fps: 10,
    etaBuffer: 1000,
  });
  bar.start(total, 0, { note: behind() });
  const release = [stream, process.stdout].map((each) => aboveBar(each, bar));
  return {
    update: (done, counts) => bar.update(done, { note: behind(counts) }),
    [Symbol.dispose]() {
      for (const end of release) {
        end();
      }
      bar.stop();
    },
  };
}

/**
 * The time that the bar shows: the time so far until the first step is done, and throughout if
 * steps are uneven; then the time left. At the end there is none left, since other work may follow
 * before the program ends.
 */
function timeOf(
  { value, total }: { readonly value: number; readonly total: number },
  isUneven: boolean,
): string {
  if (value === total) return "";
  return value === 0 || isUneven ? ", {duration_formatted} so far" : ", {eta_formatted} left";
}

/**
 * A stream for the bar alone, which must not move the cursor back to its start: other output may be
 * there by then.
 */
function ownStream(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  const write = stream.write.bind(stream);
  const value = (text: string): boolean =>
    text === SAVE_CURSOR || text === RESTORE_CURSOR || write(text);
  return Object.create(stream, { write: { value } }) as NodeJS.WriteStream;
}

const SAVE_CURSOR = "\u001B7";
const RESTORE_CURSOR = "\u001B8";

/**
 * Makes other output to the terminal appear above the bar, which is redrawn below; returns the
 * function that ends this.
 */
function aboveBar(stream: NodeJS.WriteStream, bar: SingleBar): () => void {
  if (!stream.isTTY) return () => {};
  const write = stream.write.bind(stream);
  stream.write = ((...args: Parameters<typeof write>) => {
    write("\r\u001B[K");
    const taken = write(...args);
    if (String(args[0]).endsWith("\n")) bar.render();
    return taken;
  }) as typeof write;
  return () => void (stream.write = write);
}
