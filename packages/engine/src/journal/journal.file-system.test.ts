import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { newFolder } from "@promptnce/testing/new-folder";
import { openJournal } from "./journal.ts";
import { readJournal } from "./read-journal.ts";

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
    const path = join(newFolder(), "runs", "journal.jsonl");
    mkdirSync(`${path}.lock`, { recursive: true });
    writeFileSync(path, "");
    expect(() => openJournal(path)).toThrow(/^The lock .* cannot be made \(.*\): make its folder/);
    expect(readFileSync(path, "utf8")).toBe("");
  });
});
