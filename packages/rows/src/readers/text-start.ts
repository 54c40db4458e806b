import { wholeLineEnds } from "../formats/line-ends.ts";

/** The characters that are kept of a text's beginning. */
const KEPT = 1 << 14;

/** A text in pieces, of which the beginning is kept, to say what a file seems to be. */
export class TextStart {
  readonly #text: AsyncIterable<string>;
  /** The beginning, as far as it was read. */
  kept = "";
  /** Whether that is all. */
  isWhole = false;

  constructor(text: AsyncIterable<string>) {
    this.#text = text;
  }

  async *pieces(): AsyncGenerator<string> {
    for await (const piece of this.#text) {
      if (this.kept.length < KEPT) this.kept += piece;
      yield piece;
    }
    this.isWhole = this.kept.length < KEPT;
  }
}

/** The text after so many lines. */
export async function* withoutLines(
  text: AsyncIterable<string>,
  count: number,
): AsyncGenerator<string> {
  if (count === 0) return yield* text;
  let left = count;
  for await (const piece of wholeLineEnds(text)) {
    let rest = piece;
    while (left > 0 && rest !== "") {
      const end = /\r\n?|\n/.exec(rest);
      if (end !== null) left--;
      rest = end === null ? "" : rest.slice(end.index + end[0].length);
    }
    if (rest !== "") yield rest;
  }
}
