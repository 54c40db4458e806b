import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasTerminal, onTerminal, terminals } from "@promptnce/testing/terminal";
import { describe, expect, it } from "vitest";
import { main, newFolder } from "../promptnce.test.support.ts";

const BAR = /estimating .*\d+\/\d+, /;

function folderOf(rows: number): string {
  const folder = newFolder();
  const lines = Array.from({ length: rows }, (_, i) => `cue ${i},response ${i % 7}\n`);
  writeFileSync(join(folder, "pairs.csv"), `cue,response\n${lines.join("")}`);
  return folder;
}

const command = [
  process.execPath,
  main,
  "estimate",
  "pairs.csv",
  "--task",
  "words",
  "--x",
  "cue",
  "--y",
  "response",
];

describe.skipIf(!hasTerminal).each(terminals)(
  "estimate on a terminal of $cols columns, $env",
  ({ cols, env, tags }) => {
    it(
      "shows a bar that fits, a table of ten rows and the summary, each on its own lines",
      { tags },
      async () => {
        const { lines } = await onTerminal(command, { cols, cwd: folderOf(60), env });
        expect(lines[0]).toMatch(/^estimating █+ 60\/60, .* failed$/);
        expect(lines.slice(1, 3)).toEqual(["", expect.stringMatching(/^ PMI, nats {2}y +x$/)]);
        for (const line of lines.slice(3, 13))
          expect(line).toMatch(/^ +-?\d+\.\d\d {2}response \d +cue \d+$/);
        expect(lines[13]).toBe("The first 10 rows; all are in pairs.pmi.csv.");
        expect(lines.filter((line) => BAR.test(line))).toHaveLength(1);
      },
    );
  },
);

describe.skipIf(!hasTerminal)("estimate on a terminal", () => {
  it(
    "writes the rows of --out - above its bar, each on its own line",
    { tags: "full" },
    async () => {
      const cwd = folderOf(300);
      const { lines } = await onTerminal([...command, "--out", "-", "--store", "r.jsonl"], {
        cols: 400,
        cwd,
      });
      expect(
        lines.filter((line) => /^cue \d+,response \d,response \d,promptnce,.*,cue$/.test(line)),
      ).toHaveLength(300);
      expect(lines.filter((line) => BAR.test(line))).toEqual([
        expect.stringMatching(/^estimating █+ 300\/300, .* failed$/),
      ]);
    },
  );

  it("stops at Ctrl-C and draws nothing over its last message", { tags: "full" }, async () => {
    const type = { after: /[1-9]\d+\/\d+, /, keys: "\u0003" };
    const { lines } = await onTerminal([...command, "--out", "o.csv"], {
      cols: 140,
      cwd: folderOf(20_000),
      type,
    });
    expect(lines).toEqual([
      "",
      "Stopping: no new questions; waiting for the answers under way; a second Ctrl-C ends it at once.",
      expect.stringMatching(/^estimating [█░]+ \d+\/20000, .* left$/),
      "The rows so far are in o.csv.partial.",
      "Stopped. Every answer so far is in the store: the same command goes on from there.",
    ]);
  });
});
