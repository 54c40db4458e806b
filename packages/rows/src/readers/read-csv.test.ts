import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readCsv } from "./read-csv.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) {
    yield text.slice(at, at + size);
  }
}

async function read(text: string, size = 7, delimiter = ","): Promise<[number, string, string][]> {
  const found: [number, string, string][] = [];
  const options = { file: "rows.csv", delimiter, columns: ["a", "b"] };
  for await (const records of readCsv(inPieces(text, size), options)) {
    for (const { line, value } of records) {
      found.push([line, value("a") ?? "", value("b") ?? ""]);
    }
  }
  return found;
}

const field = fc.string({
  unit: fc.constantFrom("x", "é", ",", '"', "\n", ";", " ", "😀"),
  minLength: 1,
  maxLength: 6,
});

describe("readCsv", () => {
  it("reads back whatever a writer quoted, in pieces of any size, each record with its line", async () => {
    const rows = fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 40 }), async (pairs, size) => {
        const lineEnds = (text: string): number => text.split("\n").length - 1;
        let line = 2;
        const wanted = pairs.map(([a, b]) => {
          const record: [number, string, string] = [line, a, b];
          line += 1 + lineEnds(a) + lineEnds(b);
          return record;
        });
        const text = Papa.unparse([["a", "b"], ...pairs], { newline: "\n", quotes: true });
        expect(await read(text, size)).toEqual(wanted);
      }),
      { numRuns: 200 },
    );
  });

  it("hands on more records than fit together, in their order", async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => `${i},b`);
    const found = await read(`a,b\n${rows.join("\n")}\n`, 4096);
    expect(found.map(([line, a]) => [line, a])).toEqual(rows.map((_, i) => [i + 2, String(i)]));
  });

  it("passes empty lines over and counts them", async () => {
    expect(await read("\na,b\n\n1,2\n\n\n3,4\n")).toEqual([
      [4, "1", "2"],
      [7, "3", "4"],
    ]);
  });

  it("finds columns by name, whatever their order, with any delimiter and line end", async () => {
    expect(await read("c;b;a\r\n1;2;3\r\n", 3, ";")).toEqual([[2, "3", "2"]]);
  });

  it("ends a row at LF, CR and CRLF outside quotes, wherever they stand, in pieces of any size", async () => {
    const end = fc.constantFrom("\n", "\r", "\r\n");
    const word = fc.constantFrom("x", '5" disk', "é", "");
    const quoted = fc.constantFrom('"a\rb"', '"a\r\nb"', '"c""\r"', '"\n"', '"1,\r2"', '"\r"');
    const cell = fc.oneof(word, quoted);
    const rows = fc.array(fc.tuple(fc.constant("k"), cell, end), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(end, rows, fc.integer({ min: 1, max: 40 }), async (first, lines, size) => {
        const text = lines.map((line) => `${line[0]},${line[1]}${line[2]}`).join("");
        const found = await read(`a,b${first}${text}`, size);
        const plain = (one: string): string =>
          one.startsWith('"') ? one.slice(1, -1).replaceAll('""', '"') : one;
        expect(found.map(([, , b]) => b)).toEqual(lines.map((line) => plain(line[1])));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["LF in the header, CRLF in the rows", "a,b\nSHOVE,PUSH\r\nCAT,DOG\r\n", [2, 3]],
    ["CRLF, then LF of what was appended", "a,b\r\nSHOVE,PUSH\r\nCAT,DOG\n", [2, 3]],
    ["CR alone, of an old Mac", "a,b\rSHOVE,PUSH\rCAT,DOG\r", [2, 3]],
    ["an empty line of another end", "a,b\n\r\nSHOVE,PUSH\r\rCAT,DOG", [3, 5]],
    ["CRLF after a closing quote", '"a","b"\n"SHOVE","PUSH"\r\n"CAT","DOG"\r\n', [2, 3]],
    ["CRLF read twice as text, as CR CR LF", "a,b\r\r\nSHOVE,PUSH\r\r\nCAT,DOG\r\r\n", [3, 5]],
  ])("reads the same rows with %s", async (_, text, lines) => {
    for (const size of [1, 5, 1000]) {
      expect(await read(text, size)).toEqual([
        [lines[0], "SHOVE", "PUSH"],
        [lines[1], "CAT", "DOG"],
      ]);
    }
  });

  it("stops reading where nobody wants more", async () => {
    let pieces = 0;
    async function* endless(): AsyncGenerator<string> {
      yield "a,b\n";
      for (;;) {
        pieces++;
        yield "1,2\n".repeat(100);
      }
    }
    for await (const records of readCsv(endless(), { file: "f", delimiter: ",", columns: ["a"] })) {
      expect(records.length).toBeGreaterThan(0);
      break;
    }
    expect(pieces).toBeLessThan(20);
  });

  it.each([
    ["quoted", '"'],
    ["bare", ""],
  ])("reads one long field, %s, in work that grows as its length does", async (_, quote) => {
    const parsed = countParsed();
    for (const length of [1 << 18, 1 << 19, 1 << 20]) {
      const text = `a,b\n1,${quote}${"x".repeat(length)}${quote}\n2,y\n`;
      parsed.characters = 0;
      const found = await read(text, 1 << 13);
      expect(found.map(([line, a, b]) => [line, a, b.length])).toEqual([
        [2, "1", length],
        [3, "2", 1],
      ]);
      expect(parsed.characters).toBeLessThan(4 * text.length);
    }
  });

  it(
    "tells of a file that is one line without an end, however long, in a sentence of some length",
    { tags: "full" },
    async () => {
      const reading = read("x,".repeat(1 << 20), 1 << 13);
      await expect(reading).rejects.toThrow(
        /^rows\.csv, line 1: there is no column a; the columns are x, .{0,1000}\.$/,
      );
    },
  );
});

/** How many characters are given to Papa's parsers from now on. */
function countParsed(): { characters: number } {
  const parsed = { characters: 0 };
  const { Parser } = Papa;
  const spy = vi.spyOn(Papa, "Parser").mockImplementation(function (config) {
    const parser = new Parser(config);
    const parse: Papa.Parser["parse"] = parser.parse.bind(parser);
    parser.parse = (text, ...how) => {
      parsed.characters += text.length;
      return parse(text, ...how);
    };
    return parser;
  });
  onTestFinished(() => spy.mockRestore());
  return parsed;
}

describe("text that is not written as CSV should be", () => {
  it("is read where every row has a delimiter behind its last field", async () => {
    expect(await read("a,b\n1,2,\n3,4,\n")).toEqual([
      [2, "1", "2"],
      [3, "3", "4"],
    ]);
    for (const size of [7, 100]) {
      for (const row of ["3,4", "3,4,5"]) {
        const text = `a,b\n1,2,\n${row}\n`;
        await expect(read(text, size)).rejects.toThrow("fields where the header has 2");
      }
    }
  });

  it("is refused where quotation marks stand behind a backslash", async () => {
    await expect(read('a,b\n"He said \\"no\\", and left",x\n')).rejects.toThrow(
      "rows.csv, line 2: a quotation mark within quotes stands behind a backslash, where CSV doubles it",
    );
  });

  it("is refused where two quotation marks of texts have swallowed rows between tabs", async () => {
    const text = 'a\tb\nx\t1\n"Well\t2\ny\t3\nz "no"\t4\nw\t5\n';
    await expect(read(text, 7, "\t")).rejects.toThrow("line 3: a quotation mark is not closed");
    const quoted = 'a\tb\n"one\ntwo, as a text"\t2\n';
    expect(await read(quoted, 7, "\t")).toEqual([[2, "one\ntwo, as a text", "2"]]);
  });

  it.each([
    ['{"text":"a","label":"b"}\n', "is JSON lines, not delimited text"],
    ['[\n  {"text":"a"}\n]\n', "is JSON, not delimited text"],
  ])("is named where it is of another format: %j", async (text, said) => {
    await expect(read(text)).rejects.toThrow(said);
  });
});
