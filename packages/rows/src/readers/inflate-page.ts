import * as zlib from "node:zlib";
import type { Compressors, snappyUncompress } from "hyparquet";

/** The most bytes of a page when it is inflated; writers make pages of some MiB at most. */
const MOST_BYTES = 256 << 20;

type Codec = keyof Compressors;
type Inflate = (input: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer;

/** The compressions that Node has; the reader has Snappy. */
const inflaters: ReadonlyMap<string, Inflate> = new Map<Codec, Inflate>([
  ["GZIP", zlib.gunzipSync],
  ["BROTLI", zlib.brotliDecompressSync],
  // Node has it from 22.15 on.
  ...("zstdDecompressSync" in zlib ? [["ZSTD", zlib.zstdDecompressSync] as const] : []),
]);

/** Whether pages of this compression can be read. */
export function isInflated(codec: string): boolean {
  return codec === "SNAPPY" || inflaters.has(codec);
}

/**
 * What inflates the pages of a file, each to the size that its header says, and to 256 MiB at most: a
 * small file may stand for more than any memory holds.
 *
 * @param snappy The reader's own.
 */
export function pageInflaters(snappy: typeof snappyUncompress): Compressors {
  const inflated = (inflate: Inflate) => (input: Uint8Array, size: number) => {
    checkSize(size);
    try {
      return inflate(input, { maxOutputLength: Math.max(1, size) }); // Node takes no limit of 0.
    } catch (error) {
      const isLonger = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
      throw isLonger ? new RangeError("a page is longer than its header says") : error;
    }
  };
  return {
    ...Object.fromEntries(Array.from(inflaters, ([codec, inflate]) => [codec, inflated(inflate)])),
    SNAPPY(input, size) {
      checkSize(size);
      const page = new Uint8Array(size);
      snappy(input, page);
      return page;
    },
  };
}

function checkSize(size: number): void {
  if (size <= MOST_BYTES) return;
  throw new RangeError(`a page has more than ${MOST_BYTES >> 20} MiB when it is inflated`);
}
