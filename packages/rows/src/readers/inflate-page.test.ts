import { brotliCompressSync, gzipSync } from "node:zlib";
import { snappyUncompress } from "hyparquet";
import { expect, it } from "vitest";
import { isInflated, pageInflaters } from "./inflate-page.ts";

const page = Buffer.alloc(1000, "page");
const inflaters = pageInflaters(snappyUncompress);

it.each([
  ["GZIP", gzipSync(page)],
  ["BROTLI", brotliCompressSync(page)],
] as const)(
  "inflates a page by %s to the size that its header says, and no further",
  (codec, input) => {
    expect(isInflated(codec)).toBe(true);
    expect(inflaters[codec]?.(input, page.length)).toEqual(page);
    expect(() => inflaters[codec]?.(input, page.length - 1)).toThrow(
      "a page is longer than its header says",
    );
  },
);

it.each(["GZIP", "BROTLI", "SNAPPY"] as const)("inflates no page by %s beyond 256 MiB", (codec) => {
  expect(() => inflaters[codec]?.(new Uint8Array(10), 2 ** 28 + 1)).toThrow(
    "a page has more than 256 MiB when it is inflated",
  );
});
