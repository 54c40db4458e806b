import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "@promptnce/testing/new-folder";
import { openOutput } from "./open-output.ts";
import { resultPlace } from "./result-place.ts";

it("what is written is in the file in its order, and what was there is gone", async () => {
  const path = join(newFolder(), "out.csv");
  writeFileSync(path, "an older and longer result");
  const output = await openOutput(path);
  await output.write("a,");
  await output.write(Uint8Array.of(0x62));
  await output.end();
  expect(readFileSync(path, "utf8")).toBe("a,b");
});

it("pieces larger than the stream's room are all written", async () => {
  const path = join(newFolder(), "out.csv");
  const output = await openOutput(path);
  const piece = "x".repeat(1 << 17);
  for (let i = 0; i < 20; i++) await output.write(piece);
  await output.end();
  expect(readFileSync(path, "utf8")).toBe(piece.repeat(20));
});

it("a place where nothing can be written is told at once", async () => {
  const folder = newFolder();
  mkdirSync(join(folder, "d"));
  writeFileSync(join(folder, "out.csv"), "");
  for (const [name, code] of [
    ["out.csv/out.csv", "ENOTDIR"],
    ["d", "EISDIR"],
  ] as const) {
    await expect(openOutput(join(folder, name))).rejects.toThrow(
      `cannot be written to (${code}): allow writing there, or name another place with --out.`,
    );
  }
});

it("a journal of replies is never written over", async () => {
  const path = join(newFolder(), "replies.jsonl");
  writeFileSync(path, '{"v":2,"kind":"reply"}\n');
  await expect(openOutput(path)).rejects.toThrow(`${path} holds replies that were paid for, and is not written over`);
  expect(() => resultPlace(path)).toThrow("holds replies that were paid for");
  expect(readFileSync(path, "utf8")).toBe('{"v":2,"kind":"reply"}\n');
});

it("folders that are missing are made", async () => {
  const path = join(newFolder(), "a", "b", "out.csv");
  const output = await openOutput(path);
  await output.write("a");
  await output.end();
  expect(readFileSync(path, "utf8")).toBe("a");
});
