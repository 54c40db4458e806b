import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { partialFile } from "./replace-file.ts";
import { newFolder } from "@promptnce/testing/new-folder";

it("is beside its place until it is done, and then in it, with the mode and links of the file before", () => {
  const folder = newFolder();
  const [place, link] = [join(folder, "real.txt"), join(folder, "link.txt")];
  writeFileSync(place, "older");
  chmodSync(place, 0o640);
  symlinkSync(place, link);
  const file = partialFile(link);
  expect(file.path).toBe(`${place}.partial`);
  writeFileSync(file.path, "new");
  expect(readFileSync(link, "utf8")).toBe("older");
  file.done();
  expect(readFileSync(place, "utf8")).toBe("new");
  expect(statSync(place).mode & 0o777).toBe(0o640);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

it("leaves nothing where it is dropped, or was never written", () => {
  const folder = newFolder();
  const file = partialFile(join(folder, "a.txt"));
  file.drop();
  writeFileSync(file.path, "half");
  expect(existsSync(join(folder, "a.txt"))).toBe(false);
  file.drop();
  expect(readdirSync(folder)).toEqual([]);
});

it("is its place itself where that is no file, which neither end moves or takes away", () => {
  const folder = newFolder();
  for (const place of [folder, "/dev/null"]) {
    const file = partialFile(place);
    expect(file.path).toBe(place);
    file.done();
    file.drop();
    expect(existsSync(place)).toBe(true);
  }
});
