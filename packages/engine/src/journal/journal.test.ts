import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openJournal } from "./journal.ts";
import { entry } from "../testing/entry.test.support.ts";
import { newFolder } from "@promptnce/testing/new-folder";

const at = "2026-11-20T12:00:00.000Z";
const file = (): string => join(newFolder(), "runs", "journal.jsonl");

describe("openJournal", () => {
  it("makes the folder and the file, and gives back what was appended", () => {
    const path = file();
    using journal = openJournal(path);
    expect(journal.get(entry("a").key)).toBeUndefined();
    expect(journal.has?.(entry("a").key)).toBe(false);
    journal.append({ ...entry("a"), at });
    journal.append(entry("ä→\u2028 \n 😀"));
    expect(journal.has?.(entry("a").key)).toBe(true);
    expect(journal.get(entry("a").key)).toEqual({
      v: 2,
      kind: "reply",
      ...entry("a"),
      at,
    });
    expect(journal.get(entry("ä→\u2028 \n 😀").key)?.prompt).toBe("ä→\u2028 \n 😀");
    expect(journal.size).toBe(2);
  });

  it("answers from the file after it was closed and opened again", () => {
    const path = file();
    {
      using journal = openJournal(path);
      for (let i = 0; i < 3000; i++) {
        journal.append(entry(`prompt ${i} ${"é".repeat(i % 300)}`));
      }
    }
    using journal = openJournal(path);
    expect(journal.size).toBe(3000);
    expect(journal.damage).toEqual([]);
    for (const i of [0, 1, 299, 1500, 2999]) {
      const wanted = entry(`prompt ${i} ${"é".repeat(i % 300)}`);
      expect(journal.get(wanted.key)?.reply.text).toBe(wanted.reply.text);
    }
  });

  it("writes a record before append returns", () => {
    const path = file();
    using journal = openJournal(path);
    journal.append({ ...entry("a"), at });
    const text = readFileSync(path, "utf8");
    expect(text.endsWith("\n")).toBe(true);
    expect(JSON.parse(text)).toEqual({
      v: 2,
      kind: "reply",
      ...entry("a"),
      at,
      sum: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  it("answers with the later of two records of one key", () => {
    const path = file();
    {
      using journal = openJournal(path);
      journal.append(entry("a", "first"));
      journal.append(entry("a", "second"));
      expect(journal.get(entry("a").key)?.reply.text).toBe("second");
    }
    using journal = openJournal(path);
    expect(journal.get(entry("a").key)?.reply.text).toBe("second");
    expect(journal.size).toBe(1);
  });

  it("finds out when somebody else rewrote the file under it, if it is too large to be held", () => {
    const path = file();
    using journal = openJournal(path);
    journal.append(entry("a", "x".repeat(8 << 20)));
    journal.append(entry("b"));
    writeFileSync(path, readFileSync(path, "utf8").split("\n").toReversed().join("\n"));
    expect(() => journal.get(entry("b").key)).toThrow("was changed while it was open");
  });

  it("refuses a second writer in this process, also through a link, and says what to do", () => {
    const path = file();
    using journal = openJournal(path);
    const link = `${path}.link`;
    symlinkSync(journal.path, link);
    for (const other of [path, link]) {
      expect(() => openJournal(other)).toThrow(
        `The journal ${other} is in use by another run: wait for it to end, or give this one a file of its own with \`store\`.`,
      );
    }
  });

  it("can be opened again once it is closed", () => {
    const path = file();
    openJournal(path).close();
    openJournal(path).close();
    expect(existsSync(path)).toBe(true);
  });

  it("says in one sentence where it cannot write", () => {
    const folder = newFolder();
    writeFileSync(join(folder, "plain"), "");
    mkdirSync(join(folder, "folder"));
    expect(() => openJournal(join(folder, "plain", "journal.jsonl"))).toThrow(
      /^The journal .* cannot be opened for writing \((ENOTDIR|EEXIST)\): .*`store`\.$/,
    );
    expect(() => openJournal(join(folder, "folder"))).toThrow(/\(EISDIR\): .*`store`\.$/);
  });

  it("may be closed twice, while it is being synced too", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const path = file();
    const journal = openJournal(path);
    journal.append(entry("a"));
    vi.advanceTimersByTime(1000);
    journal.append(entry("b"));
    journal.close();
    journal.close();
    using again = openJournal(path);
    expect(again.size).toBe(2);
  });

  it("takes a reply that is passed on without the texts it was asked with, under its key", () => {
    const path = file();
    {
      using journal = openJournal(path);
      journal.append({ ...entry("a"), prompt: "" });
    }
    using journal = openJournal(path);
    expect(journal.damage).toEqual([]);
    expect(journal.get(entry("a").key)).toMatchObject({ prompt: "", reply: entry("a").reply });
  });
});
