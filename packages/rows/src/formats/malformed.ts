import { isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";

/** The first place of a file at which its bytes are no UTF-8. */
export interface MalformedBytes {
  /** The line, from 1. */
  readonly line: number;
  /** The byte's number within the line, from 1. */
  readonly at: number;
  /** The byte in hexadecimal, as `0x92`. */
  readonly byte: string;
  /** The encoding that the file most likely has, and who writes it. */
  readonly encoding: "windows-1252" | "macintosh";
  readonly writer: string;
  /** The text around the byte in that encoding. */
  readonly reads: string;
}

/** The number of characters shown before and after the byte. */
const AROUND = 20;

/** Where bytes are no UTF-8; `undefined` if they are. Lines are read one after another. */
export async function malformedIn(
  bytes: AsyncIterable<Uint8Array>,
): Promise<MalformedBytes | undefined> {
  let line = 0;
  for await (const one of linesOf(bytes)) {
    line++;
    if (isUtf8(one)) continue;
    const place = firstMalformed(one);
    const encoding = likelyEncoding(one, place);
    const shown = one.subarray(Math.max(0, place - AROUND), place + AROUND);
    return {
      line,
      at: place + 1,
      byte: `0x${one[place]!.toString(16).padStart(2, "0")}`,
      encoding,
      writer: encoding === "macintosh" ? "Excel for Mac" : "Excel",
      reads: new TextDecoder(encoding).decode(shown).replaceAll(/\s+/g, " ").trim(),
    };
  }
  return undefined;
}

/**
 * The encoding of text with a byte that is no UTF-8: Windows-1252, as most such files have, unless the
 * byte is a capital there behind a small letter, as where a Mac writes ’ or é.
 */
function likelyEncoding(line: Uint8Array, place: number): MalformedBytes["encoding"] {
  const around = line.subarray(Math.max(0, place - 1), place + 1);
  const isMac = /^[a-z]\p{Lu}$/u.test(new TextDecoder("windows-1252").decode(around));
  return isMac ? "macintosh" : "windows-1252";
}

/** The index of the first byte of what is no UTF-8. */
function firstMalformed(line: Uint8Array): number {
  const isBegun = (length: number): boolean => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(line.subarray(0, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  let [begun, wrong] = [0, line.length + 1];
  while (wrong - begun > 1) {
    const middle = Math.floor((begun + wrong) / 2);
    if (isBegun(middle)) begun = middle;
    else wrong = middle;
  }
  // A character may be refused at its second byte or later.
  let place = begun;
  while (!isUtf8(line.subarray(0, place))) {
    place--;
  }
  return place;
}

/** The lines of bytes, each with its end. A byte of a line's end is part of no other character. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  for await (const chunk of bytes) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end + 1)]);
      parts = [];
      from = end + 1;
    }
    parts.push(chunk.subarray(from));
  }
  if (parts.some(({ length }) => length > 0)) yield Buffer.concat(parts);
}
