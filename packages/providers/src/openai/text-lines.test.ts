import fc from "fast-check";
import { expect, it } from "vitest";
import { textLines } from "./text-lines.ts";

async function linesOf(bytes: Uint8Array, size: number): Promise<string[]> {
  async function* parts() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return Array.fromAsync(textLines(parts()));
}

it("gives every line once, wherever the parts are cut", async () => {
  const text = fc.array(fc.constantFrom("a", "ü", "😀", "\n"), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (letters, size) => {
      const expected = letters.join("").split("\n");
      if (expected.at(-1) === "") expected.pop();
      expect(await linesOf(Buffer.from(letters.join("")), size)).toEqual(expected);
    }),
  );
});
