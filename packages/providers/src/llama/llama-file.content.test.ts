import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it } from "vitest";
import { contentId, hasChatTemplate } from "./llama-file.ts";

function file(bytes: Uint8Array): string {
  const path = join(newFolder(), "model.gguf");
  writeFileSync(path, bytes);
  return path;
}

it("is the same for the same bytes wherever they are, and another where any of a small file differs", () => {
  const bytes = new Uint8Array(100_000).fill(7);
  const id = contentId(file(bytes));
  expect(id).toMatch(/^gguf-[0-9a-f]{16}$/);
  expect(contentId(file(bytes))).toBe(id);
  expect(contentId(file(bytes.with(99_999, 8)))).not.toBe(id);
  expect(contentId(file(bytes.subarray(1)))).not.toBe(id);
});

it("reads a large file in places, its beginning among them", () => {
  const large = (size: number, first = 0): string => {
    const path = file(Uint8Array.of(first));
    truncateSync(path, size);
    return path;
  };
  const id = contentId(large(40_000_000));
  expect(contentId(large(40_000_000, 1))).not.toBe(id);
  expect(contentId(large(39_999_999))).not.toBe(id);
});

it("finds a chat template by its name among the metadata, and takes one for granted where no file is", () => {
  expect(
    hasChatTemplate(file(new TextEncoder().encode("GGUF tokenizer.chat_template {{ x }}"))),
  ).toBe(true);
  expect(hasChatTemplate(file(new TextEncoder().encode("GGUF tokenizer.ggml.model")))).toBe(false);
  expect(hasChatTemplate(join(newFolder(), "none.gguf"))).toBe(true);
});

it("is not there where no file is", () => {
  expect(contentId(join(newFolder(), "none.gguf"))).toBeUndefined();
});

it("is the name of nothing for an empty file, too", () => {
  expect(contentId(file(new Uint8Array()))).toMatch(/^gguf-/);
});
