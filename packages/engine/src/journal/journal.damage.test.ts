import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openJournal } from "./journal.ts";
import { journalText } from "./journal-record.ts";
import { entry } from "../testing/entry.test.support.ts";
import { newFolder } from "@promptnce/testing/new-folder";

const now = (): Date => new Date("2026-11-20T12:00:00Z");
const file = (): string => join(newFolder(), "runs", "journal.jsonl");

function written(prompt: string, key = entry(prompt).key): string {
  return journalText({ v: 2, kind: "reply", ...entry(prompt), key, at: now().toISOString() });
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
      expect(journal.damage).toEqual([{ line: 2, reason: "is cut off: its writer was stopped" }]);
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
    ["a record of something else", '{"hello": 1}', "is not a journal record (kind: "],
    [
      "a later version",
      JSON.stringify({ ...entry("b"), v: 3, kind: "reply", at: now().toISOString() }),
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

  it("says in one sentence that no lock can be made beside it", () => {
    const path = file();
    mkdirSync(`${path}.lock`, { recursive: true });
    writeFileSync(path, "");
    expect(() => openJournal(path)).toThrow(/^The lock .* cannot be made \(.*\): make its folder/);
    expect(readFileSync(path, "utf8")).toBe("");
  });

  it("may be closed twice, while it is being synced too", async () => {
    const path = file();
    const journal = openJournal(path);
    journal.append(entry("a"));
    await new Promise((resolve) => setTimeout(resolve, 1001));
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
