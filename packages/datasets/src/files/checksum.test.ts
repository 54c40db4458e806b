import { describe, expect, it } from "vitest";
import { mismatch, sourceOf } from "./checksum.ts";

const bytes = Buffer.from("hello\n");
const sha256 = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03";
// What `printf 'hello\n' | git hash-object --stdin` prints.
const gitBlob = "ce013625030ba8dba906f756967f9e9ca394464a";

describe("mismatch", () => {
  it("is nothing where SHA-256 agrees, or git's blob id where that is all that is known", () => {
    expect(mismatch(bytes, { file: "f", sha256 })).toBeUndefined();
    expect(mismatch(bytes, { file: "f", gitBlob })).toBeUndefined();
  });

  it("goes by SHA-256 where both are known", () => {
    expect(mismatch(bytes, { file: "f", sha256, gitBlob: "0".repeat(40) })).toBeUndefined();
    expect(mismatch(bytes, { file: "f", sha256: "0".repeat(64), gitBlob })).toEqual({
      expected: `SHA-256 ${"0".repeat(64)}`,
      found: `SHA-256 ${sha256}`,
    });
  });

  it("names both sums where they differ", () => {
    expect(mismatch(Buffer.from("hello"), { file: "f", gitBlob })).toEqual({
      expected: `git blob ${gitBlob}`,
      found: "git blob b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0",
    });
  });
});

it("sums the bytes by SHA-256", () => {
  expect(sourceOf({ file: "f", bytes: Buffer.from("abc") })).toEqual({
    file: "f",
    bytes: 3,
    sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  });
});
