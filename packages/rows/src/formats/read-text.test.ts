import { describe, expect, it } from "vitest";
import { decode } from "./read-text.ts";

async function decoded(bytes: Uint8Array, size: number): Promise<string> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) {
      yield bytes.subarray(at, at + size);
    }
  }
  let text = "";
  for await (const piece of decode(pieces(), "rows.csv")) {
    text += piece;
  }
  return text;
}

const text = "naïve,日本,😀\n";
const bigEndian = Buffer.from(`\uFEFF${text}`, "utf16le").swap16();

describe("decode", () => {
  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with its mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16 with its mark", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["UTF-16 of the other order", bigEndian],
  ])("reads %s, also where a piece ends within a character", async (_, bytes) => {
    for (const size of [3, 4, 5, 1000]) {
      expect(await decoded(bytes, size)).toBe(text);
    }
  });

  it("refuses what is no text, and a last character that is cut off", async () => {
    await expect(decoded(Buffer.from("caf\u00e9", "latin1"), 9)).rejects.toThrow(
      "rows.csv is not UTF-8 text",
    );
    await expect(decoded(Buffer.from("a😀").subarray(0, 4), 9)).rejects.toThrow(
      "is not UTF-8 text",
    );
    await expect(decoded(Buffer.from("a\0b"), 9)).rejects.toThrow("zero byte");
  });

  it("says of a spreadsheet by any name how it is saved as CSV", async () => {
    for (const start of ["PK\u0003\u0004", "\u00D0\u00CF\u0011\u00E0"]) {
      await expect(decoded(Buffer.from(start, "latin1"), 9)).rejects.toThrow(
        "rows.csv is a spreadsheet's own file: open it there",
      );
    }
  });
});

it("says of a Parquet file how it is read as one", async () => {
  await expect(decoded(Buffer.from("PAR1 and more"), 99)).rejects.toThrow(
    'is a Parquet file: say so with `format: "parquet"`, or name it .parquet.',
  );
});
