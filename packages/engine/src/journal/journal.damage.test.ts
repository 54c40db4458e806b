import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
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

describe("a journal that the file system refuses", () => {
  it.skipIf(!existsSync("/dev/full"))("says in one sentence that the disk is full", () => {
    // A device whose every write fails with ENOSPC, at the end of a link so that the lock lies
    // here.
    const folder = newFolder();
    const path = join(folder, "journal.jsonl");
    const script = `
      import fs from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      const full = fs.openSync("/dev/full", "w");
      const { writeSync } = fs;
      let left = 3;
      fs.writeSync = (fd, ...rest) => writeSync(left-- > 0 ? fd : full, ...rest);
      syncBuiltinESMExports();
      await import(${JSON.stringify(new URL("../testing/append-until-full.test.support.ts", import.meta.url).href)});`;
    const node = ["--input-type=module", "--eval", script, path, path];
    const { stdout, stderr } = spawnSync(process.execPath, node, { encoding: "utf8" });
    expect(stderr).not.toContain("Error");
    const { kept, message } = JSON.parse(stdout || "{}") as { kept: number; message: string };
    expect(kept).toBe(3);
    expect(message).toBe(
      `The journal ${path} cannot be written to (ENOSPC): free some space, then repeat the run; every reply before this one is kept.`,
    );
    using journal = openJournal(path);
    expect(journal.size).toBe(3);
    expect(journal.damage).toEqual([]);
  });

  it.skipIf(!existsSync("/sys/kernel"))("says in one sentence that the folder is read-only", () => {
    // Nobody may make a file there, not even root, whom permissions do not stop.
    expect(() => openJournal("/sys/promptnce/journal.jsonl")).toThrow(
      /^The journal .* cannot be opened for writing \((EACCES|EPERM|EROFS)\): make its folder writable, or give another file with `store`\.$/,
    );
  });

  it.each([
    ["a pipe", (path: string) => void spawnSync("mkfifo", [path])],
    ["a device", (path: string) => symlinkSync("/dev/null", path)],
  ])("is refused at once where it is %s, to be read too", (_, make) => {
    const path = join(newFolder(), "replies");
    make(path);
    const sentence = `${path} is a pipe, a device or a socket, which keeps no replies: give a file as \`store\`.`;
    expect(() => openJournal(path)).toThrow(sentence);
    expect(() => [...readJournal(path)]).toThrow(sentence);
    expect(readdirSync(dirname(path))).toEqual(["replies"]);
  });

  it("says in one sentence that its file system has no locks, and leaves none", () => {
    const path = join(newFolder(), "replies.jsonl");
    class DatabaseSync {
      constructor(file: string) {
        writeFileSync(file, "");
      }
      // What SQLite says where fcntl fails with ENOLCK.
      exec(): void {
        throw Object.assign(new Error("disk I/O error"), { errcode: 3850 });
      }
      close(): void {}
    }
    const builtin = vi
      .spyOn(process, "getBuiltinModule")
      .mockReturnValue({ DatabaseSync } as never);
    expect(() => openJournal(path)).toThrow(
      `The file system of ${path} has no locks (disk I/O error), so two runs could pay for the same replies: give a file on a local disk with \`store\`.`,
    );
    builtin.mockRestore();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it("says in one sentence that no lock can be made beside it", () => {
    const path = file();
    mkdirSync(`${path}.lock`, { recursive: true });
    writeFileSync(path, "");
    expect(() => openJournal(path)).toThrow(/^The lock .* cannot be made \(.*\): make its folder/);
    expect(readFileSync(path, "utf8")).toBe("");
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
