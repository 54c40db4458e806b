import { expect, it, onTestFinished, vi } from "vitest";
import { readJsonLines } from "./read-jsonl.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) {
    yield text.slice(at, at + size);
  }
}

async function read(
  text: string,
  size: number,
): Promise<(readonly [number, string | undefined])[]> {
  const found: (readonly [number, string | undefined])[] = [];
  for await (const records of readJsonLines(inPieces(text, size), "rows.jsonl")) {
    found.push(...records.map(({ line, value }) => [line, value("a")] as const));
  }
  return found;
}

it.each([1, 2, 3, 7, 100])(
  "lines are found in pieces of %d characters, each record with its line",
  async (size) => {
    expect(await read('{"a":"x"}\n\n{"a":"one\\ntwo"}\r\n{"a":3}', size)).toEqual([
      [1, "x"],
      [3, "one\ntwo"],
      [4, "3"],
    ]);
  },
);

it("a line ends at LF, CR or CRLF, in any mixture", async () => {
  expect(await read('{"a":1}\r{"a":2}\r\n{"a":3}\n\r{"a":4}', 5)).toEqual([
    [1, "1"],
    [2, "2"],
    [3, "3"],
    [5, "4"],
  ]);
});

it("one long line is looked through once, however many pieces it comes in", async () => {
  const text = `${JSON.stringify({ a: "x".repeat(1 << 20) })}\n`;
  const spy = vi.spyOn(String.prototype, "split");
  onTestFinished(() => spy.mockRestore());
  const [only] = await read(text, 1 << 13);
  const characters = spy.mock.contexts.reduce<number>(
    (sum, searched) => sum + String(searched).length,
    0,
  );
  spy.mockRestore();
  expect(only?.[1]).toHaveLength(1 << 20);
  expect(characters).toBeLessThan(2 * text.length);
});

it("a NaN of Python is no value, and a dict of Python is named", async () => {
  expect(await read('{"a": NaN}\n{"a": "NaN"}\n', 7)).toEqual([
    [1, undefined],
    [2, "NaN"],
  ]);
  await expect(read("{'a': 'x'}\n", 7)).rejects.toThrow(
    "rows.jsonl, line 1: is a Python dict, not JSON; write it with json.dumps.",
  );
});
