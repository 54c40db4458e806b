import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCsv } from "./csv.ts";

function read(text: string): { rows: string[][]; problems: string[] } {
  const rows: string[][] = [];
  const problems = readCsv({ file: "f.csv", bytes: Buffer.from(text) }, (fields) => {
    rows.push([...fields]);
    return fields.includes("bad") ? "is bad" : undefined;
  });
  return { rows, problems };
}

const quoted = (field: string): string => `"${field.replaceAll('"', '""')}"`;
const field = fc.string({
  unit: fc.constantFrom("x", "é", "😀", ",", '"', "\n", "\r", " "),
  maxLength: 6,
});
const bare = fc.string({
  unit: fc.constantFrom("x", "é", "😀", " ", "'"),
  minLength: 1,
  maxLength: 6,
});
/** A field as it is meant and as it is written. */
const written = fc.oneof(
  field.map((text) => [text, quoted(text)] as const),
  bare.map((text) => [text, text] as const),
);

describe("readCsv", () => {
  it("reads back whatever was quoted, and what needs no quotes, with any line end, last or not", () => {
    const rows = fc.array(fc.array(written, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(rows, fc.constantFrom("\n", "\r\n"), fc.boolean(), (all, end, last) => {
        const lines = all.map((row) => row.map(([, text]) => text).join(","));
        const wanted = all.map((row) => row.map(([text]) => text));
        expect(read(lines.join(end) + (last ? end : "")).rows).toEqual(wanted);
      }),
    );
  });

  it("keeps a quotation mark within a field that does not begin with one, and empty fields", () => {
    expect(read('a"b,,"",\n').rows).toEqual([['a"b', "", "", ""]]);
  });

  it("leaves a byte order mark out", () => {
    expect(read("\uFEFFa,b\n").rows).toEqual([["a", "b"]]);
  });

  it("names the line on which a bad row begins, line ends in quotes counted", () => {
    expect(read('a\n"b\n\nb"\nbad\n').problems).toEqual(["f.csv line 5: is bad."]);
  });

  it.each(['a\n"b', 'a\n"b""', 'a\n"', 'a\n"b"c'])("refuses quotes as in %j", (text) => {
    expect(() => read(text)).toThrow(
      "f.csv line 2: a quotation mark is not closed, or not doubled within quotes; close or double it.",
    );
  });

  it("passes over blanks between a closing quotation mark and what ends the field", () => {
    expect(read('"b" ,c\n').rows).toEqual([["b", "c"]]);
  });

  it("refuses what is not UTF-8", () => {
    const bytes = Buffer.from([0x61, 0xff]);
    expect(() => readCsv({ file: "f.csv", bytes }, () => undefined)).toThrow(
      "f.csv is not UTF-8 text",
    );
  });
});
