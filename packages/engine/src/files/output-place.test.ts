import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkPlace, makePlace } from "./output-place.ts";
import { newFolder } from "@promptnce/testing/new-folder";

describe("checkPlace", () => {
  it("takes a place whose folders are missing, and leaves nothing there", () => {
    const folder = newFolder();
    checkPlace(join(folder, "a", "b", "page.html"), "out");
    checkPlace(join(folder, "page.html"), "out");
    checkPlace("-", "out");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("takes a file that is there, and leaves it as it is", () => {
    const page = join(newFolder(), "page.html");
    writeFileSync(page, "mine");
    checkPlace(page, "out");
    expect(readFileSync(page, "utf8")).toBe("mine");
  });

  it.each([
    ["a file in the place of a folder", "file/page.html", "ENOTDIR"],
    ["a file in the place of a folder above", "file/new/page.html", "ENOTDIR"],
    ["a folder", "folder", "EISDIR"],
  ])("refuses %s, with why", (_, name, code) => {
    const folder = newFolder();
    writeFileSync(join(folder, "file"), "");
    mkdirSync(join(folder, "folder"));
    expect(() => checkPlace(join(folder, name), "out")).toThrow(
      `${join(folder, name)} cannot be written to (${code}): allow writing there, or name another place with \`out\`.`,
    );
  });

  it.skipIf(!existsSync("/proc/self"))("refuses a place where nobody can make anything", () => {
    for (const path of ["/proc/none", "/proc/none/page.html", "/proc/none/a/page.html"]) {
      expect(() => checkPlace(path)).toThrow(
        `${path} cannot be written to (ENOENT): allow writing there, or name another place.`,
      );
    }
  });
});

it("makePlace makes the folders, or says why not", () => {
  const folder = newFolder();
  makePlace(join(folder, "a", "b", "page.html"), "out");
  expect(readdirSync(join(folder, "a"))).toEqual(["b"]);
  writeFileSync(join(folder, "file"), "");
  expect(() => makePlace(join(folder, "file", "page.html"), "out")).toThrow(/\(ENOTDIR\)/);
});
