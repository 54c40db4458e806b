import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { latin1, unpack } from "./data-file.ts";

const plain = { file: "words/part", bytes: Buffer.from("SHOVE \u00a5", "latin1") };
const packed = { file: "words/part.gz", bytes: gzipSync(plain.bytes) };

describe("unpack", () => {
  it("goes by the bytes, whatever the name says", () => {
    expect(unpack(plain)).toBe(plain);
    expect(unpack(packed)).toEqual(plain);
    expect(unpack({ ...packed, file: "words/part" })).toEqual(plain);
  });

  it("says so where gzip data is cut short", () => {
    expect(() => unpack({ ...packed, bytes: packed.bytes.subarray(0, 15) })).toThrow(
      "words/part.gz is damaged: it cannot be unpacked. Fetch it again.",
    );
  });
});

it("reads Latin-1 byte by byte, from a view into a larger buffer as well", () => {
  expect(
    latin1({ file: "f", bytes: new Uint8Array([0x41, 0xa5, 0x85, 0x42]).subarray(1, 3) }),
  ).toBe("\u00a5\u0085");
});
