import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openJournal } from "./journal.ts";
import type { Damage } from "./json-lines.ts";
import { followJournal, readJournal } from "./read-journal.ts";
import { entry } from "../testing/entry.test.support.ts";
import { newFolder } from "@promptnce/testing/new-folder";

describe("readJournal", () => {
  it("gives every record in the order of writing, while a writer holds the journal", () => {
    const path = join(newFolder(), "journal.jsonl");
    using journal = openJournal(path);
    journal.append(entry("b", "first"));
    journal.append(entry("a"));
    journal.append(entry("b", "second"));
    expect([...readJournal(path)].map(({ reply }) => reply.text)).toEqual([
      "first",
      "reply to a",
      "second",
    ]);
  });

  it("tells of damage, and stops at it where nobody listens", () => {
    const path = join(newFolder(), "journal.jsonl");
    {
      using journal = openJournal(path);
      journal.append(entry("a"));
    }
    appendFileSync(path, "torn");
    const damage: Damage[] = [];
    expect([...readJournal(path, (found) => damage.push(found))]).toHaveLength(1);
    expect(damage).toEqual([
      { line: 2, reason: "is cut off: its writer was stopped", kind: "torn" },
    ]);
    expect(() => [...readJournal(path)]).toThrow(`Line 2 of the journal ${path} is cut off`);
  });

  it("says in one sentence that there is no such file", () => {
    const path = join(newFolder(), "none.jsonl");
    expect(() => [...readJournal(path)]).toThrow(
      `The journal ${path} cannot be read (ENOENT): check the path given as \`store\`.`,
    );
  });
});

describe("followJournal", () => {
  it("gives at each call the replies that came since the one before", () => {
    const path = join(newFolder(), "journal.jsonl");
    using journal = openJournal(path);
    const next = followJournal(path);
    const keys = (): string[] => Array.from(next(), ({ reply }) => reply.text);
    journal.append(entry("a"));
    journal.append(entry("b"));
    expect(keys()).toEqual(["reply to a", "reply to b"]);
    expect(keys()).toEqual([]);
    journal.sending?.(entry("c"), true);
    journal.append(entry("c"));
    expect(keys()).toEqual(["reply to c"]);
  });

  it("leaves a line that is still being written to the next call, and passes over one that was torn", () => {
    const path = join(newFolder(), "journal.jsonl");
    const line = (key: string): string => {
      const whole = join(newFolder(), "whole.jsonl");
      using journal = openJournal(whole);
      journal.append(entry(key));
      return readFileSync(whole, "utf8");
    };
    const [a, b, c] = [line("a"), line("b"), line("c")];
    const next = followJournal(path);
    const keys = (): string[] => Array.from(next(), ({ reply }) => reply.text);
    writeFileSync(path, `${a}${b.slice(0, 40)}`);
    expect(keys()).toEqual(["reply to a"]);
    appendFileSync(path, b.slice(40));
    expect(keys()).toEqual(["reply to b"]);
    appendFileSync(path, `torn\n${c}`);
    expect(keys()).toEqual(["reply to c"]);
    expect(keys()).toEqual([]);
  });
});
