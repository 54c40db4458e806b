import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { newFolder } from "@promptnce/testing/new-folder";
import { holdOutput, resultPlace } from "./open-output.ts";

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

it("is held against other runs until it is disposed of", () => {
  const out = join(newFolder(), "out.csv");
  {
    using _ = resultPlace(out);
    expect(() => resultPlace(out)).toThrow("is being written to by another run");
  }
  resultPlace(out)[Symbol.dispose]();
});

it("is what it is where that is no file: a folder, a device", () => {
  const folder = newFolder();
  mkdirSync(join(folder, "d"));
  for (const out of [join(folder, "d"), "/dev/null"]) {
    using place = resultPlace(out);
    expect(place).toMatchObject({ path: out });
  }
});

describe("holdOutput", () => {
  it("refuses a file that another run writes to, however it is spelled, until that run has ended", () => {
    const folder = newFolder();
    const path = join(folder, "out.csv");
    const other = `${folder}/../${basename(folder)}/out.csv`;
    {
      using _ = holdOutput(path);
      expect(() => holdOutput(other)).toThrow(`${other} is being written to by another run: wait`);
      using __ = holdOutput(join(folder, "another.csv"));
    }
    expect(() => holdOutput(other)[Symbol.dispose]()).not.toThrow();
  });

  it("leaves nothing in the temporary folder, and nothing to be done when the process ends", () => {
    const folder = newFolder();
    vi.stubEnv("TMPDIR", folder);
    const listening = process.listenerCount("exit");
    {
      using _ = holdOutput(join(folder, "out.csv"));
      expect(readdirSync(folder)).toEqual([expect.stringMatching(/^promptnce-out-.*\.lock$/)]);
    }
    vi.unstubAllEnvs();
    expect(readdirSync(folder)).toEqual([]);
    expect(process.listenerCount("exit")).toBe(listening);
  });

  it("holds nothing where no lock can be made: a missing folder is told of when the file is opened", () => {
    expect(() => holdOutput("/none/such/out.csv")[Symbol.dispose]()).not.toThrow();
  });
});
