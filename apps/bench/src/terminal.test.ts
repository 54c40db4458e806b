import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { hasTerminal, onTerminal, terminals } from "@promptnce/testing/terminal";
import { describe, expect, it } from "vitest";

const main = [process.execPath, join(import.meta.dirname, "main.ts")];
const small = [
  ...main,
  "--dataset",
  "synthetic-goemotions",
  "--experiment",
  "pmi",
  "--pairs",
  "40",
  "--dev",
  "5",
];
const BAR = /asking .*\d+\/\d+, |^scoring .*\d+\/\d+/;

describe.skipIf(!hasTerminal).each(terminals)(
  "bench on a terminal of $cols columns, $env",
  ({ cols, env }) => {
    it(
      "ends with few lines, including the path of the page, below a bar that fits",
      { tags: "full" },
      async () => {
        const { raw, lines } = await onTerminal(small, { cols, cwd: newFolder(), env });
        const said = lines.slice(lines.findLastIndex((line) => BAR.test(line)) + 1);
        expect(said.length).toBeLessThanOrEqual(16);
        expect(said[0]).toBe("Simulated answers: no language model was asked.");
        expect(said).toContain("Open    out/report.html");
        expect(said.join("").replaceAll(" ", "")).toMatch(
          /bench--datadata--datasetwords--experimentpmi--pairs50--dry-run\\--model\S+$/,
        );
        expect(raw).not.toContain("| Dataset");
        expect(lines.filter((line) => BAR.test(line))).toEqual([
          expect.stringMatching(/^asking █+ .* failed$/),
          expect.stringMatching(/^scoring █+ (\d+)\/\1$/),
        ]);
      },
    );
  },
);

describe.skipIf(!hasTerminal)("bench on a terminal", () => {
  it("prints its tables with --tables", { tags: "full" }, async () => {
    const { raw } = await onTerminal([...small, "--tables"], {
      cols: 140,
      cwd: newFolder(),
      env: { NO_COLOR: "1" },
    });
    expect(raw).toContain("# End-to-end PMI");
  });

  it(
    "stops at Ctrl-C during answers from this process, and draws nothing over its messages",
    { tags: "full" },
    async () => {
      const type = { after: /[1-9]\d+\/\d+, /, keys: "\u0003" };
      const many = [...main, "--dataset", "synthetic-goemotions"];
      const { lines } = await onTerminal(many, { cols: 140, cwd: newFolder(), type });
      expect(lines).toEqual([
        "",
        "Stopping: no new questions; waiting for the answers under way; a second Ctrl-C ends it at once.",
        expect.stringMatching(/^asking [█░]+ \d+\/\d+, .* left$/),
        "Stopped. Every answer so far is in the store: the same command goes on from there.",
      ]);
    },
  );
});
