import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it } from "vitest";
import { readCounts } from "../input/read-counts.ts";
import { readLabels } from "../input/read-labels.ts";

const LABELS = "ruhig\nmüde\n";

function fileOf(name: string, bytes: string | Uint8Array): string {
  const path = join(newFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

it.each([
  ["in the encoding of the rows", Buffer.from(LABELS, "latin1"), "windows-1252"],
  ["in UTF-8 beside rows in another encoding", LABELS, "windows-1252"],
  ["in UTF-16 with a byte order mark", Buffer.from(`\uFEFF${LABELS}`, "utf16le"), "windows-1252"],
  ["in UTF-16 without one", Buffer.from(LABELS, "utf16le"), "utf-16le"],
])("labels and counts are read %s", async (_, bytes, encoding) => {
  expect(readLabels(fileOf("labels.txt", bytes), encoding).all).toEqual(["ruhig", "müde"]);
  const isWide = Buffer.from(bytes).includes(0);
  const text = "label,count\nmüde,2\nruhig,1\n";
  const counts = isWide ? Buffer.from(`\uFEFF${text}`, "utf16le") : text;
  const path = fileOf(
    "counts.csv",
    typeof bytes === "string" || isWide ? counts : Buffer.from(text, "latin1"),
  );
  const read = (await readCounts(path, undefined, encoding)) as ReadonlyMap<string, number>;
  expect([...read]).toEqual([
    ["müde", 2],
    ["ruhig", 1],
  ]);
});

it("a file of labels that is in no such encoding is refused", () => {
  const path = fileOf("labels.txt", Uint8Array.of(0x6a, 0xff, 0xfe));
  expect(() => readLabels(path, "shift_jis")).toThrow("is not SHIFT_JIS text: save it as UTF-8.");
});
