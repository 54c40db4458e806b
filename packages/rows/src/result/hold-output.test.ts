import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../new-folder.test.support.ts";
import { holdOutput } from "./hold-output.ts";

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

it("lets many write to standard output", () => {
  using _ = holdOutput("-");
  expect(() => holdOutput("-")[Symbol.dispose]()).not.toThrow();
});

it("holds nothing where no lock can be made: a missing folder is told of when the file is opened", () => {
  expect(() => holdOutput("/none/such/out.csv")[Symbol.dispose]()).not.toThrow();
});
