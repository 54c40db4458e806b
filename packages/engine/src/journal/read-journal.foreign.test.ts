import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openJournal } from "./journal.ts";
import { journalText } from "./journal-record.ts";
import { readJournal } from "./read-journal.ts";
import { entry } from "../testing/entry.test.support.ts";
import { newFolder } from "@promptnce/testing/new-folder";

function holding(content: string | Uint8Array): string {
  const path = join(newFolder(), "file");
  writeFileSync(path, content);
  return path;
}

const record = journalText({ v: 2, kind: "reply", ...entry("a"), at: "2026-11-20T12:00:00.000Z" });

describe("a file of something else", () => {
  it.each([
    ["a table", "cue,response\ncat,dog\n", "is not JSON"],
    ["one line without an end", "hello", "is not JSON"],
    ["other JSON lines", '{"v":1,"cue":"cat"}\n{"v":1,"cue":"sun"}\n', "is not a journal record ("],
    ["bytes that are no text", Buffer.from([0x50, 0x41, 0xff, 0xfe]), "is not JSON"],
  ])("is refused as a journal where it is %s, and stays alone and as it is", (_, content, why) => {
    const path = holding(content);
    const before = readFileSync(path);
    const sentence = `${path} is not a journal of replies: none of its lines is a record (the first ${why}`;
    expect(() => openJournal(path)).toThrow(sentence);
    expect(() => [...readJournal(path, () => {})]).toThrow(sentence);
    expect(readFileSync(path)).toEqual(before);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it("is told with what to do, and without its damage line by line", () => {
    const path = holding("a\nb\n");
    let told = 0;
    expect(() => [...readJournal(path, () => told++)]).toThrow(
      /\. Give the journal of a run or a new file as `store`; this file is not changed\.$/,
    );
    expect(told).toBe(0);
  });
});

describe("a journal with damage or without lines", () => {
  it.each([
    ["empty", ""],
    ["nothing but line ends", "\n\n"],
    ["a record behind damage", `a,b\n1,2\n${record}\n`],
    ["a record torn anywhere", record.slice(0, 200)],
    ["a record torn at once", '{"v'],
    ["torn twice", `${record.slice(0, 90)}\n${record.slice(0, 30)}`],
    ["torn within a character", Buffer.from(record.replace("reply to", "é")).subarray(0, -40)],
  ])("is taken where it is %s", (_, content) => {
    const path = holding(content);
    using journal = openJournal(path);
    journal.append(entry("b"));
    expect(journal.get(entry("b").key)?.prompt).toBe("b");
  });
});
