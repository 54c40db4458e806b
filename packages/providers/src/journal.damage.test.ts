import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openJournal } from "./journal.ts";
import { entry } from "./testing/entry.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const now = (): Date => new Date("2026-11-20T12:00:00Z");
const file = (): string => join(temporaryFolder(), "runs", "journal.jsonl");

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
        { line: 2, reason: "is torn: the writer was stopped in it" },
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
    ["a record of something else", '{"hello": 1}', "is not a journal record (v: "],
    ["a later version", JSON.stringify({ ...entry("b"), v: 2, at: now().toISOString() }), "(v: "],
    ["a list", "[]", "is not a journal record ("],
    [
      "a reply that ended in no known way",
      JSON.stringify({
        v: 1,
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
