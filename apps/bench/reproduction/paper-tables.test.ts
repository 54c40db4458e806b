import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { printedConditionalRank, printedSweep } from "../src/paper/appendix.ts";
import { printedOracle, printedPmi, printedZeroShot } from "../src/paper/full-results.ts";
import { printedConditional } from "../src/paper/main-text.ts";
import type { PrintedTable } from "../src/paper/models.ts";

const document = readFileSync(join(import.meta.dirname, "../../../docs/reproduction.md"), "utf8");
const section = document
  .slice(document.indexOf("## What the paper's tables do not bear"))
  .replaceAll(/\s+/g, " ");

/** What a row has on each dataset. */
const cellsOf = (table: PrintedTable, row: string) =>
  ["words", "chaosnli", "goemotions"].map((dataset) => table[dataset]![row]!);

describe("what docs/reproduction.md says of the paper's tables", () => {
  it("counts the cells of the full results in which Claude is not above GPT-5.2", () => {
    const grounded = ["direct-split", "marginalnce", "promptnce"];
    const oracle = ["direct-split:empirical", "infonce:empirical", "promptnce:empirical"];
    const own = ["infonce", "marginalnce:ungrounded", "promptnce"];
    const direct = ["direct-split:ungrounded", "direct-pmi"];
    const cells = [
      ...grounded.flatMap((row) => cellsOf(printedPmi, row)),
      ...oracle.flatMap((row) => cellsOf(printedOracle, row)),
      ...[...own, ...direct].flatMap((row) => cellsOf(printedZeroShot, row)),
    ];
    const less = cells.map(({ claude, gpt }) => claude!.value - gpt!.value);
    const [lower, equal] = [
      less.filter((by) => by < 0).length,
      less.filter((by) => by === 0).length,
    ];
    expect(section).toContain(`lower in ${lower} of ${cells.length} cells and equal in ${equal}.`);
    const conditionals = Object.values(printedConditionalRank["goemotions"]!);
    expect(conditionals.every(({ claude, gpt }) => claude!.value < gpt!.value)).toBe(true);
  });

  it("takes PromptNCE's leads from Table 2, none of them above half of a standard error", () => {
    const leads = ["words", "goemotions", "chaosnli"].map((dataset) => {
      const { "promptnce:none": own, ...others } = printedConditional[dataset]!;
      const rivals = Object.values(others).flatMap((row) => Object.values(row));
      const best = rivals.toSorted((a, b) => b.value - a.value)[0]!;
      const error = Math.min(own!.claude!.standardError!, best.standardError!);
      const lead = own!.claude!.value - best.value;
      expect(lead).toBeLessThanOrEqual(error / 2 + 1e-9);
      return lead.toFixed(2).replace(/^0/, "");
    });
    expect(leads).toEqual([".02", ".01", ".00"]);
    expect(section).toContain("it leads by .02 on Words and by .01 on GoEmotions");
  });

  it("names the cells of GoEmotions at K = 5 that have two values", () => {
    const swept = printedSweep[5]!["goemotions"]!;
    for (const [row, title] of [
      ["infonce", "InfoNCE"],
      ["marginalnce", "MarginalNCE"],
      ["promptnce", "PromptNCE"],
    ] as const) {
      const values = [printedPmi["goemotions"]![row], swept[row]].map((cell) =>
        cell!.claude!.value.toFixed(2).slice(1),
      );
      expect(values[0]).not.toBe(values[1]);
      expect(section).toMatch(new RegExp(`${title} \\${values[0]} .{0,20}and \\${values[1]}`));
    }
    const errors = [printedConditional, printedConditionalRank].map(
      (table) => table["chaosnli"]!["direct-split:none"]!.claude!.standardError,
    );
    expect(errors).toEqual([0.02, 0.03]);
  });

  it("gives the most pairs of which GEM 8B's ± rounds to .05", () => {
    const most = ["words", "chaosnli", "goemotions"].map((dataset) => {
      const { value, standardError } = printedConditional[dataset]!["gem:none"]!.llama8b!;
      expect(standardError).toBe(0.05);
      return Math.floor(3 + (1 + value ** 2 / 2) * ((1 - value ** 2) / 0.045) ** 2);
    });
    expect(section).toContain(
      `at most ${most[0]} pairs on Words, ${most[1]} on ChaosNLI and ${most[2]} on GoEmotions`,
    );
  });
});
