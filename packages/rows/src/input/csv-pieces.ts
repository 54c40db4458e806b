import { Readable } from "node:stream";
import Papa from "papaparse";

type Piece = Pick<Papa.ParseResult<string[]>, "data" | "errors">;

/**
 * What the parser makes of delimited text, piece by piece: rows of fields, and what is wrong with
 * them by the row of their piece. It is paused until the last piece was taken.
 */
export async function* csvPieces(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<Piece> {
  const ready: Piece[] = [];
  let wake = (): void => {};
  let parser: Papa.Parser | undefined;
  let ended = false;
  let failure: { readonly error: unknown } | undefined;
  const stream = Readable.from(firstLineWhole(text), { objectMode: true, highWaterMark: 1 });
  Papa.parse<string[]>(stream, {
    delimiter,
    chunk: ({ data, errors }, handle) => {
      ready.push({ data, errors });
      parser = handle;
      handle.pause();
      wake();
    },
    complete: () => {
      ended = true;
      wake();
    },
    error: (error) => {
      failure = { error };
      wake();
    },
  });
  try {
    for (;;) {
      const piece = ready.shift();
      if (piece !== undefined) {
        yield piece;
        continue;
      }
      if (failure !== undefined) throw failure.error;
      if (ended) return;
      const next = new Promise<void>((resolve) => {
        wake = resolve;
      });
      parser?.resume();
      // The parser may have had another piece at hand, and then woke nobody yet.
      if (ready.length === 0 && !ended && failure === undefined) await next;
    }
  } finally {
    stream.destroy();
  }
}

/** The same text, its first piece with a line end: the parser takes its kind from the first piece. */
async function* firstLineWhole(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held: string | undefined = "";
  for await (const piece of text) {
    if (held === undefined) {
      yield piece;
      continue;
    }
    held += piece;
    if (!held.includes("\n")) continue;
    yield held;
    held = undefined;
  }
  if (held !== undefined) yield held;
}
