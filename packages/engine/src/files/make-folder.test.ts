import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openJournal } from "../journal/journal.ts";
import { makeFolder } from "./make-folder.ts";
import { newFolder } from "@promptnce/testing/new-folder";

describe("makeFolder", () => {
  it("makes what is missing and says what that was", () => {
    const folder = newFolder();
    const made = ["a", "a/b", "a/b/c"].map((name) => join(folder, name));
    expect(makeFolder(join(folder, "a", "b", "c"))).toEqual(made);
    expect(existsSync(join(folder, "a", "b", "c"))).toBe(true);
    expect(makeFolder(join(folder, "a", "b", "c"))).toEqual([]);
    expect(makeFolder(join(folder, "a", "d"))).toEqual([join(folder, "a", "d")]);
  });

  it("goes through a link to a folder", () => {
    const folder = newFolder();
    makeFolder(join(folder, "real"));
    symlinkSync(join(folder, "real"), join(folder, "link"));
    makeFolder(join(folder, "link", "a"));
    expect(existsSync(join(folder, "real", "a"))).toBe(true);
  });

  it("fails where a file is in the way, at its place or above it", () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    for (const path of [file, join(file, "a"), join(file, "a", "b")]) {
      expect(() => makeFolder(path)).toThrow(expect.objectContaining({ code: "ENOTDIR" }));
    }
  });

  it.skipIf(!existsSync("/proc/self"))("comes back where no folder can be made at all", () => {
    for (const path of ["/proc/none", "/proc/none/deeper"]) {
      expect(() => makeFolder(path)).toThrow(expect.objectContaining({ code: "ENOENT" }));
      expect(() => openJournal(`${path}/journal.jsonl`)).toThrow(
        /cannot be opened for writing \(ENOENT\)/,
      );
    }
  });
});
