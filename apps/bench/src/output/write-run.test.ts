import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { removeEarlier } from "./write-run.ts";

function folderWith(...files: string[]): string {
  const outer = mkdtempSync(join(tmpdir(), "promptnce-earlier-"));
  const folder = join(outer, "out");
  for (const name of ["", "tables", "figures"]) {
    mkdirSync(join(folder, name));
  }
  for (const name of files) {
    writeFileSync(join(folder, name), "");
  }
  return folder;
}

const filesOf = (folder: string) => readdirSync(folder, { recursive: true }).map(String);

it("removes the files that an earlier run listed and the new one does not write, and no others", () => {
  const folder = folderWith(
    "tables/old.md",
    "tables/kept.md",
    "tables/mine.md",
    "figures/old.svg",
    "notes.txt",
  );
  const files = [
    "tables/old.md",
    "tables/kept.md",
    "figures/old.svg",
    "figures/gone.svg",
    "notes.txt",
  ];
  writeFileSync(join(folder, "manifest.json"), JSON.stringify({ files }));
  const removed = removeEarlier(folder, ["tables/kept.md"]);
  expect(removed).toEqual(["tables/old.md", "figures/old.svg", "figures/gone.svg"]);
  expect(filesOf(folder).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "figures",
    "manifest.json",
    "notes.txt",
    "tables",
    "tables/kept.md",
    "tables/mine.md",
  ]);
});

it("keeps files outside the folder, whatever a manifest lists", () => {
  const folder = folderWith("tables/old.md", "../outside.md");
  for (const name of ["../outside.md", "tables/../../outside.md", "tables/.."]) {
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ files: [name] }));
    expect(removeEarlier(folder, [])).toEqual([]);
  }
  expect(filesOf(join(folder, ".."))).toContain("outside.md");
});

it.each(["", "[]", JSON.stringify({ run: {} })])(
  "removes nothing for the manifest %j",
  (manifest) => {
    const folder = folderWith("tables/old.md");
    writeFileSync(join(folder, "manifest.json"), manifest);
    expect(removeEarlier(folder, [])).toEqual([]);
    expect(filesOf(folder)).toContain(join("tables", "old.md"));
  },
);
