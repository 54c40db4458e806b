import { isMeasured, type Measured } from "@promptnce/report";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../study/config.ts";
import { resultsOf } from "../../study/results.ts";
import { prepareStudies } from "../../study/study.ts";
import { pastThePaper } from "./past-the-paper.ts";

const settingOf = async (given: Record<string, string | string[]> = {}) => {
  const config = parseConfig({ dataset: "synthetic-chaosnli", pairs: "40", dev: "0", ...given });
  return { config, studies: await prepareStudies(config) };
};
const setting = await settingOf();

describe("past-the-paper", () => {
  it("is made where it is named alone", () => {
    expect(pastThePaper.byDefault?.(setting.config)).toBe(false);
  });

  it("asks a model every marginal with every conditional, and nothing where nobody but error models answers", async () => {
    const named = await settingOf({ model: ["anthropic:some-model"] });
    const ids = pastThePaper.jobs(named).map(({ method }) => method.id);
    expect(ids).toContain("direct-split:implied");
    expect(ids).toContain("marginalnce:ungrounded");
    expect(ids).toContain("nothing:empirical");
    expect(pastThePaper.jobs(setting)).toEqual([]);
  });

  it("ranks what a model answered, a block a conditional, so that few are compared at once", async () => {
    const named = await settingOf({ model: ["anthropic:some-model"] });
    const model = { provider: "anthropic", model: "m", rehearsed: false, scores: false, answers: new Map() };
    const [table] = pastThePaper.report(resultsOf(named, [model])).tables;
    const at = table!.columns.findIndex(({ id }) => id === "method");
    const conditionals = table!.rows.map((row) => (row[at] as string).replace(/[:+].*/, ""));
    expect(conditionals.filter((of, i) => of !== conditionals[i - 1])).toEqual([
      "direct-split",
      "marginalnce",
      "promptnce",
      "attenuated",
      "identify",
      "nothing",
    ]);
  });

  describe("of error models", () => {
    const { tables } = pastThePaper.report(resultsOf(setting, []));
    const [{ columns, rows, notes, simulated }] = tables as [(typeof tables)[number]];
    const at = (id: string): number => columns.findIndex((column) => column.id === id);
    const rowOf = (title: string) => rows.find((row) => row[at("row")] === title)!;

    it("says that no model answered, and of how many seeds and differences it is", () => {
      expect(simulated).toMatch(
        /^The answers are those of error models, not of a language model\. synthetic-chaosnli:/,
      );
      expect(notes.join(" ")).toContain("20 seeds");
      expect(notes.join(" ")).toContain(`all ${(rows.length - 1) * 10} differences`);
    });

    it("has ρ itself of the reference, and of the others their difference to it", () => {
      expect((rowOf("PromptNCE: ρ itself")[at("truthful")] as Measured).value).toBe(1);
      expect((rowOf("Direct-Split")[at("truthful")] as Measured).value).toBe(0);
    });

    it("counts in each row what is told to be better, and to be worse", () => {
      expect(rowOf("PromptNCE: ρ itself").slice(2, 4)).toEqual([0, 0]);
      expect(rowOf("Knows nothing (grounded)").slice(2, 4)).toEqual([0, 10]);
      for (const row of rows) {
        const own = row.filter((value) => isMeasured(value));
        expect(own).toHaveLength(10);
        expect(own.filter(({ mark }) => mark === "best")).toHaveLength(row[at("better")] as number);
      }
    });

    it("marks as better only what is resolved, and as not told apart what does not differ", () => {
      const cells = rows.flatMap((row) => row.filter((cell) => isMeasured(cell)));
      const better = cells.filter(({ mark }) => mark === "best");
      expect(Math.min(...better.map(({ value, standardError }) => value / standardError!))).toBeGreaterThan(2.09);
      expect(new Set(cells.filter(({ value }) => value === 0).map(({ mark }) => mark))).toEqual(new Set(["tied"]));
    });
  });
});
