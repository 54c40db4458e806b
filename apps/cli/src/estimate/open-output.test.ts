import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../promptnce.test.support.ts";
import { openOutput } from "./open-output.ts";

it("what is written is in the file in its order, and what was there is gone", async () => {
  const path = join(newFolder(), "out.csv");
  writeFileSync(path, "an older and longer result");
  const output = await openOutput(path, "rows.csv");
  await output.write("a,");
  await output.write(Uint8Array.of(0x62));
  await output.end();
  expect(readFileSync(path, "utf8")).toBe("a,b");
});

it("pieces larger than the stream's room are all written", async () => {
  const path = join(newFolder(), "out.csv");
  const output = await openOutput(path, "rows.csv");
  const piece = "x".repeat(1 << 17);
  for (let i = 0; i < 20; i++) await output.write(piece);
  await output.end();
  expect(readFileSync(path, "utf8")).toBe(piece.repeat(20));
});

it("the file of the rows is refused and stays as it is, by whatever name", async () => {
  const folder = newFolder();
  const rows = join(folder, "rows.csv");
  writeFileSync(rows, "mine");
  const link = join(folder, "link.csv");
  symlinkSync(rows, link);
  for (const path of [rows, link, join(folder, ".", "rows.csv")]) {
    await expect(openOutput(path, rows)).rejects.toThrow(`--out: ${path} is the file the rows come from; name another`); // prettier-ignore
  }
  expect(readFileSync(rows, "utf8")).toBe("mine");
});

it("a place where nothing can be written is told at once", async () => {
  const folder = newFolder();
  mkdirSync(join(folder, "d"));
  for (const [name, code] of [["none/out.csv", "ENOENT"], ["d", "EISDIR"]] as const) {
    await expect(openOutput(join(folder, name), "rows.csv")).rejects.toThrow(`cannot be written to (${code}): make its folder and allow writing there, or name another file with --out.`);
  }
}); // prettier-ignore
