import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it, vi } from "vitest";
import { newFolder } from "@promptnce/testing/new-folder";
import { resultPlace } from "./open-output.ts";

it("is beside the file also where there is none yet, or an empty one, its folders being made", () => {
  const folder = newFolder();
  const empty = join(folder, "empty.csv");
  writeFileSync(empty, "");
  for (const out of [join(folder, "a", "out.csv"), empty]) {
    using place = resultPlace(out);
    expect(place.path).toBe(`${out}.partial`);
    writeFileSync(place.path, "rows");
    place.done();
    expect(readFileSync(out, "utf8")).toBe("rows");
    expect(existsSync(place.path)).toBe(false);
  }
  expect(statSync(join(folder, "a")).isDirectory()).toBe(true);
});

it("is beside an older result, which is replaced by a whole one alone, its rights and links kept", () => {
  const folder = newFolder();
  const [older, link] = [join(folder, "older.csv"), join(folder, "link.csv")];
  writeFileSync(older, "old", { mode: 0o640 });
  symlinkSync(older, link);
  const write = (text: string, whole: boolean): void => {
    using place = resultPlace(link);
    expect(place).toMatchObject({ path: `${older}.partial` });
    writeFileSync(place.path, text);
    if (whole) place.done();
  };
  write("some", false);
  expect(readFileSync(link, "utf8")).toBe("old");
  write("whole", true);
  expect(readFileSync(older, "utf8")).toBe("whole");
  expect(statSync(older).mode & 0o777).toBe(0o640);
  expect(existsSync(`${older}.partial`)).toBe(false);
});

it("is held against other runs, however it is spelled and wherever their temporary folder is", () => {
  const folder = newFolder();
  const out = join(folder, "out.csv");
  const other = `${folder}/../${basename(folder)}/out.csv`;
  const listening = process.listenerCount("exit");
  {
    using _ = resultPlace(out);
    vi.stubEnv("TMPDIR", newFolder());
    expect(() => resultPlace(other)).toThrow(`${other} is being written to by another run: wait`);
    vi.unstubAllEnvs();
    using __ = resultPlace(join(folder, "another.csv"));
  }
  resultPlace(other)[Symbol.dispose]();
  expect(readdirSync(folder)).toEqual([]);
  expect(process.listenerCount("exit")).toBe(listening);
});

it("is taken over from a run that was killed, with its rows and its lock", () => {
  const out = join(newFolder(), "out.csv");
  writeFileSync(`${out}.partial`, "half");
  writeFileSync(`${out}.partial.lock`, "");
  {
    using place = resultPlace(out);
    expect(existsSync(place.path)).toBe(false);
    writeFileSync(place.path, "rows");
    place.done();
  }
  expect(readdirSync(dirname(out))).toEqual(["out.csv"]);
});

it("is what it is where that is no file: a folder, a device", () => {
  const folder = newFolder();
  mkdirSync(join(folder, "d"));
  for (const out of [join(folder, "d"), "/dev/null"]) {
    using place = resultPlace(out);
    expect(place).toMatchObject({ path: out });
  }
});
