import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openJournal } from "./journal.ts";
import { journalText } from "./journal-record.ts";
import { readJournal } from "./read-journal.ts";
import { entry } from "../testing/entry.test.support.ts";
import { newFolder } from "@promptnce/testing/new-folder";

const now = (): Date => new Date("2026-11-20T12:00:00Z");
const file = (): string => join(newFolder(), "runs", "journal.jsonl");

function written(prompt: string, key = entry(prompt).key): string {
  return journalText({ v: 2, kind: "reply", ...entry(prompt), key, at: now().toISOString() });
}

/** A journal with replies to these prompts, as text. */
function textOf(path: string, prompts: readonly string[]): string {
  {
    using journal = openJournal(path);
    for (const prompt of prompts) {
      journal.append(entry(prompt));
    }
  }
  return readFileSync(path, "utf8");
}

describe("a journal with damage", () => {
  it("reports a torn last line, loses only that one, and begins a new line after it", () => {
    const path = file();
    {
      using journal = openJournal(path);
      journal.append(entry("a"));
      journal.append(entry("b"));
    }
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, -20));
    {
      using journal = openJournal(path);
      expect(journal.damage).toEqual([
        { line: 2, reason: "is cut off: its writer was stopped", kind: "torn" },
      ]);
      expect(journal.get(entry("a").key)?.prompt).toBe("a");
      expect(journal.get(entry("b").key)).toBeUndefined();
      journal.append(entry("c"));
      expect(journal.get(entry("c").key)?.prompt).toBe("c");
    }
    using journal = openJournal(path);
    expect(journal.size).toBe(2);
    expect(journal.get(entry("c").key)?.prompt).toBe("c");
    expect(journal.damage).toEqual([{ line: 2, reason: "is not JSON" }]);
  });

  it.each([
    [
      "within a character",
      (line: string) =>
        Buffer.from(line.replace("reply to", "é")).subarray(
          0,
          Buffer.from(line.split("reply to")[0] ?? "").length + 1,
        ),
    ],
    ["by NUL bytes, as a power cut leaves them", () => Buffer.alloc(100)],
  ])("knows a last line that is torn %s", (_, torn) => {
    const path = file();
    writeFileSync(path, textOf(path, ["a"]));
    appendFileSync(path, torn(written("b")));
    using journal = openJournal(path);
    expect(journal.damage).toMatchObject([{ line: 2, kind: "torn" }]);
  });

  it("keeps a whole last line whose newline is missing", () => {
    const path = file();
    {
      using journal = openJournal(path);
      journal.append(entry("a"));
    }
    writeFileSync(path, readFileSync(path, "utf8").trimEnd());
    {
      using journal = openJournal(path);
      expect(journal.damage).toEqual([]);
      journal.append(entry("b"));
    }
    using journal = openJournal(path);
    expect(journal.get(entry("a").key)?.prompt).toBe("a");
    expect(journal.get(entry("b").key)?.prompt).toBe("b");
  });

  it.each([
    ["not JSON", "hello", "is not JSON"],
    ["a record of something else", '{"hello": 1}', "is not a journal record (kind: "],
    [
      "an earlier version",
      JSON.stringify({ ...entry("b"), v: 1, kind: "reply", at: now().toISOString() }),
      "(v: ",
    ],
    [
      "without a checksum",
      JSON.stringify({ v: 2, kind: "reply", ...entry("b"), at: now().toISOString() }),
      "has no checksum",
    ],
    [
      "changed after it was written",
      written("b").replace("reply to", "reply of"),
      "does not have its checksum",
    ],
    [
      "under another request's key",
      written("b", entry("a").key),
      "has a key that is not its request's",
    ],
    ["a list", "[]", "is not a journal record ("],
    [
      "a reply that ended in no known way",
      JSON.stringify({
        v: 2,
        kind: "reply",
        ...entry("b"),
        at: now().toISOString(),
        reply: { text: "", stop: "?" },
      }),
      "(reply.stop: ",
    ],
    ["bytes that are no text", Buffer.from([0xff, 0xfe]), "is not UTF-8 text"],
  ])("reports a line that is %s and reads the others", (_, line, reason) => {
    const path = file();
    {
      using journal = openJournal(path);
      journal.append(entry("a"));
    }
    appendFileSync(path, line);
    appendFileSync(path, "\n\n");
    {
      using journal = openJournal(path);
      journal.append(entry("c"));
    }
    using journal = openJournal(path);
    expect(journal.damage).toEqual([{ line: 2, reason: expect.stringContaining(reason) }]);
    expect(journal.get(entry("a").key)?.prompt).toBe("a");
    expect(journal.get(entry("c").key)?.prompt).toBe("c");
    expect(journal.size).toBe(2);
  });
});

const MANY = ["a", "b", "c", "d", "e", "f"];

describe("a journal whose lines something else changed", () => {
  it.each([
    ["CRLF line ends", (text: string) => text.replaceAll("\n", "\r\n")],
    ["CRLF line ends but for its last", (text: string) => text.trimEnd().replaceAll("\n", "\r\n")],
    ["a byte order mark", (text: string) => `\uFEFF${text}`],
    ["empty lines between", (text: string) => text.replaceAll("\n", "\r\n\r\n")],
  ])("answers as before with %s, and takes further replies", (_, changed) => {
    const path = file();
    writeFileSync(path, changed(textOf(path, MANY)));
    {
      using journal = openJournal(path);
      expect(journal.damage).toEqual([]);
      expect(MANY.map((prompt) => journal.get(entry(prompt).key)?.prompt)).toEqual(MANY);
      journal.append(entry("g"));
    }
    using journal = openJournal(path);
    expect(journal.damage).toEqual([]);
    expect(journal.size).toBe(MANY.length + 1);
    expect([...readJournal(path)].map(({ prompt }) => prompt)).toEqual([...MANY, "g"]);
  });

  it("is refused with more than five damaged lines, and neither changed nor locked", () => {
    const path = file();
    const damaged = textOf(path, MANY).replaceAll("reply to", "reply of");
    const whole = `${written("g")}\n`;
    writeFileSync(path, `${whole}${damaged}`);
    expect(() => openJournal(path)).toThrow(
      `More than 5 lines of the journal ${path} cannot be read, and a run would pay again for what they hold (the first, line 2, does not have its checksum: it was changed): restore the file from a copy, or bring what can still be read to a new one with \`readJournal("${path}")\`.`,
    );
    expect(readFileSync(path, "utf8")).toBe(`${whole}${damaged}`);
    writeFileSync(path, `${whole}${damaged.split("\n").slice(1).join("\n")}${whole.slice(0, 90)}`);
    using journal = openJournal(path);
    expect(journal.damage.map(({ kind }) => kind)).toEqual([...Array(5).fill(undefined), "torn"]);
  });

  it("keeps the lines of a newer version, tells them apart, and is refused with more than five", () => {
    const path = file();
    const newer = (text: string): string => text.replaceAll('{"v":2,', '{"v":3,"new":1,');
    const whole = `${written("g")}\n`;
    writeFileSync(path, `${newer(textOf(path, MANY.slice(1)))}${whole}`);
    {
      using journal = openJournal(path);
      expect(journal.damage).toEqual([]);
      const reason = "was written by a newer version of this program (v 3)";
      expect(journal.newer[0]).toEqual({ line: 1, reason, kind: "newer" });
      expect(journal.newer).toHaveLength(5);
      expect(journal.get(entry("g").key)?.prompt).toBe("g");
    }
    writeFileSync(path, newer(textOf(file(), MANY)));
    expect(() => openJournal(path)).toThrow(
      /\(v 3\)\): update it, or give another file as `store`\.$/,
    );
  });
});
