import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it } from "vitest";
import { recordsIn } from "./read-records.ts";

it.each([
  ["a tab", "a\tb\n1, 2\tx; y\n3\tz\n", undefined],
  ["a semicolon", "a;b\n1, 2;x\n3;y\n", undefined],
  ["a bar, below a title", "Results\na|b\n1|x\n2|y\n", 1],
  ["a comma", "a,b\n1,x\n", undefined],
])(
  "text whose name tells no delimiter is separated by %s, as its lines are",
  async (_, text, skip) => {
    const path = join(newFolder(), "rows.txt");
    writeFileSync(path, text);
    const options = { format: "txt", wanted: "rows", columns: ["a", "b"], skip } as const;
    const records = (await Array.fromAsync(recordsIn(path, options))).flat();
    expect(records[0]?.columns).toEqual(["a", "b"]);
    expect(records[0]?.value("a")).toMatch(/^1/);
  },
);
