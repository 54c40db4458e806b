import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { decode, readText } from "./read-text.ts";

async function decoded(bytes: Uint8Array, size: number, encoding?: string): Promise<string> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) {
      yield bytes.subarray(at, at + size);
    }
  }
  let text = "";
  for await (const piece of decode(pieces, "rows.csv", encoding)) {
    text += piece;
  }
  return text;
}

const text = "naïve,日本,😀\n";
const bigEndian = Buffer.from(`\uFEFF${text}`, "utf16le").swap16();

/** Text in an encoding of one byte for each character. */
function encoded(text: string, encoding: string): Uint8Array {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const characters = Array.from(new TextDecoder(encoding).decode(all));
  return Uint8Array.from(text, (character) => characters.indexOf(character));
}

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

  it("refuses what is not UTF-8, and a last character that is cut off", async () => {
    await expect(decoded(Buffer.from("caf\u00e9", "latin1"), 9)).rejects.toThrow(
      'rows.csv, line 1: byte 4 (0xe9) is not UTF-8; with `encoding: "windows-1252"`, as Excel writes, it reads "café": say so if that is right, name another encoding, or save the file as UTF-8.',
    );
    await expect(decoded(Buffer.from("a😀").subarray(0, 4), 9)).rejects.toThrow(
      "line 1: byte 2 (0xf0) is not UTF-8",
    );
  });

  it.each([
    ["an apostrophe of Word's", "note\r\nIt’s late\r\n", "windows-1252", 2, 3, "0x92"],
    ["the euro sign", "n;price\n1;2 €\n", "windows-1252", 2, 5, "0x80"],
    ["an umlaut beside UTF-8's", "ä\n".repeat(3), "latin1", 1, 1, "0xe4"],
    ["a word in Cyrillic", "имя\n", "windows-1251", 1, 1, "0xe8"],
    [
      "a dash after many lines",
      `${"a,b\n".repeat(5000)}x – y,1\n`,
      "windows-1252",
      5001,
      3,
      "0x96",
    ],
  ])("names line and byte of %s, and reads it in its encoding", async (_, text, name, ...place) => {
    const bytes = encoded(text, name);
    for (const size of [1, 7, 1 << 13]) {
      const [line, at, byte] = place;
      await expect(decoded(bytes, size)).rejects.toThrow(
        `rows.csv, line ${line}: byte ${at} (${byte}) is not UTF-8`,
      );
      expect(await decoded(bytes, size, name)).toBe(text);
    }
  });

  it.each([
    ["an apostrophe", "It\u00D5s late", "It’s late"],
    ["an accent", "a caf\u008E here", "a café here"],
    ["a blank", "knowledge\u00CAof", "knowledge of"],
  ])(
    "reads %s of an old Mac as such, where Windows would have a capital",
    async (_, bytes, reads) => {
      await expect(decoded(Buffer.from(bytes, "latin1"), 99)).rejects.toThrow(
        `with \`encoding: "macintosh"\`, as Excel for Mac writes, it reads "${reads}"`,
      );
    },
  );

  it.each([
    ["utf-16le", Buffer.from(text, "utf16le")],
    ["utf-16be", Buffer.from(text, "utf16le").swap16()],
  ])("says what UTF-16 without a byte order mark is, and reads it as %s", async (name, bytes) => {
    await expect(decoded(bytes, 1000)).rejects.toThrow(`say \`encoding: "${name}"\``);
    expect(await decoded(bytes, 3, name)).toBe(text);
  });

  it("believes a byte order mark more than the encoding that is named", async () => {
    expect(await decoded(Buffer.from(`\uFEFF${text}`), 7, "windows-1252")).toBe(text);
  });

  it("refuses an encoding that nobody knows, and text that is not in the one named", async () => {
    await expect(decoded(Buffer.from("a"), 1, "ansi-1")).rejects.toThrow(
      "encoding: the encoding ansi-1 is not known; give utf-8,",
    );
    await expect(decoded(Buffer.from([0x81]), 1, "shift_jis")).rejects.toThrow(
      "is not shift_jis text: give its encoding with `encoding`",
    );
  });

  it("says of a spreadsheet by any name how it is saved or read", async () => {
    const start = (bytes: string) => decoded(Buffer.from(bytes, "latin1"), 9);
    await expect(start("\u00D0\u00CF\u0011\u00E0")).rejects.toThrow(
      "rows.csv is a spreadsheet's own file: open it there",
    );
    await expect(start("PK\u0003\u0004")).rejects.toThrow(
      'rows.csv is a ZIP archive, as Excel\'s workbooks are: if it is one, say `format: "xlsx"`',
    );
  });
});

it("says of a Parquet file how it is read as one", async () => {
  await expect(decoded(Buffer.from("PAR1 and more"), 99)).rejects.toThrow(
    'is a Parquet file: say so with `format: "parquet"`, or name it .parquet.',
  );
});

describe("a file that gzip compressed", () => {
  const long = Array.from({ length: 5000 }, (_, i) => `naïve,日本,${i}\n`).join("");
  const readFrom = async (bytes: Uint8Array, encoding?: string): Promise<string> => {
    const path = join(newFolder(), "rows.csv");
    writeFileSync(path, bytes);
    const options = { name: "rows.csv", wanted: "rows", atOnce: 512, encoding };
    return (await Array.fromAsync(readText(path, options))).join("");
  };

  it("is read as what it holds, whatever its name, in any encoding", async () => {
    expect(await readFrom(gzipSync(long))).toBe(long);
    expect(await readFrom(gzipSync(Buffer.from("caf\u00e9", "latin1")), "latin1")).toBe("café");
    expect(await readFrom(Buffer.concat([gzipSync("a\n"), gzipSync("b\n")]))).toBe("a\nb\n");
    expect(await readFrom(Buffer.from(long))).toBe(long);
    expect(await readFrom(Buffer.from(""))).toBe("");
  });

  it("is refused where it is cut off or damaged, and where its text is not UTF-8", async () => {
    const zipped = gzipSync(long);
    const says = "rows.csv is damaged (";
    await expect(readFrom(zipped.subarray(0, zipped.length / 2))).rejects.toThrow(says);
    await expect(readFrom(zipped.fill(7, 20, 200))).rejects.toThrow(says);
    await expect(readFrom(gzipSync(Buffer.from("a\n\xe9", "latin1")))).rejects.toThrow(
      "rows.csv, line 2: byte 1 (0xe9) is not UTF-8",
    );
  });
});
