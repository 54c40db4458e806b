import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { linesOf, MOST_BYTES } from "./json-lines.ts";
import { newFolder } from "@promptnce/testing/new-folder";

it("holds little more than the longest line of a tail of NUL bytes, and finds the lines around it", () => {
  const fd = openSync(join(newFolder(), "journal.jsonl"), "w+");
  const size = 1.25 * MOST_BYTES;
  writeSync(fd, "before\n");
  ftruncateSync(fd, size);
  writeSync(fd, "\nafter\n", size);
  const found = Array.from(linesOf(fd), ({ line, offset, bytes }) => {
    return { line, offset, length: bytes.length, held: bytes.buffer.byteLength };
  });
  closeSync(fd);
  expect(found).toMatchObject([
    { line: 1, offset: 0, length: 6 },
    { line: 2 },
    { line: 3, offset: size + 1, length: 5 },
  ]);
  expect(found[1]?.length).toBeGreaterThan(MOST_BYTES);
  expect(Math.max(...found.map(({ held }) => held))).toBeLessThan(1.01 * MOST_BYTES);
});
