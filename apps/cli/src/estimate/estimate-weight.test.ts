import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

/**
 * 12 groups with two answers each; every third group was hard to reach, and its rows weigh more.
 */
const survey = Array.from({ length: 12 }, (_, group) =>
  [0, 1].map((answer) => {
    const share = (1 + ((group * 5) % 7)) / 8;
    const said = (1 + ((group * 5 + (group % 3)) % 8)) / 10;
    return {
      group: `g${group}`,
      answer: ["yes", "no"][answer]!,
      mass: answer === 0 ? said : 1 - said,
      base_rate: 0.5,
      human_count: 8 * (answer === 0 ? share : 1 - share),
      w: group % 3 === 0 ? 2.5 : 1,
    };
  }),
).flat();

async function estimated(rows: readonly object[], ...args: string[]) {
  const file = join(newFolder(), "survey.csv");
  writeFileSync(file, Papa.unparse([...rows]));
  const out = `${file}.out.csv`;
  const columns = ["--x", "group", "--y", "answer", "--methods", "marginalnce:implied"];
  const run = await promptnce(["estimate", "--recorded", file, "--out", out, ...columns, ...args]);
  expect(run.status).toBe(0);
  const [, people = ""] = /^ {2}(people .*?)\n\n/ms.exec(run.stdout + run.stderr) ?? [];
  return { ...run, out, people };
}

describe("estimate --weight", () => {
  it("counts rows in ρ, distances and their errors, and says what the pairs are worth", async () => {
    const [weighted, plain] = [await estimated(survey, "--weight", "w"), await estimated(survey)];
    // 8 rows of 2.5 and 16 of 1: 36² / 66.
    expect(weighted.people).toContain("over 24 pairs, worth 20 of equal weight");
    expect(plain.people).not.toContain("equal weight");
    const numbers = (text: string) =>
      text.match(/total variation of ([\d.]+) ± ([\d.]+)/)!.slice(1);
    expect(numbers(weighted.people)).not.toEqual(numbers(plain.people));
    expect(weighted.people).toMatch(
      /earth mover's distance [\d.]+ ± [\d.]+ steps, on average over 12 inputs/,
    );
  });

  it("of equal weights says what it says without them", async () => {
    const equal = survey.map((row) => ({ ...row, w: 4 }));
    const [weighted, plain] = [await estimated(equal, "--weight", "w"), await estimated(equal)];
    expect(weighted.people).toBe(plain.people);
  });

  it("is in the result by the column's name, so that compare counts rows likewise", async () => {
    const { out } = await estimated(survey, "--weight", "w");
    const rows = Papa.parse<Record<string, string>>(readFileSync(out, "utf8"), {
      header: true,
      skipEmptyLines: true,
    }).data;
    expect(new Set(rows.map((row) => row["weight_column"]))).toEqual(new Set(["w"]));
    const other = await estimated(
      survey.map((row) => ({ ...row, mass: row.answer === "yes" ? 0.6 : 0.4 })),
      "--weight",
      "w",
    );
    const compared = async (a: string, b: string) => {
      const { status, stdout } = await promptnce([
        "compare",
        a,
        b,
        "--on",
        "conditional",
        "--json",
      ]);
      expect(status).toBe(0);
      return JSON.parse(stdout).groups[0].measures[1] as { name: string; a: number };
    };
    const error = survey.map(({ mass, human_count: count, w }) => [Math.abs(mass - count / 8), w]);
    const total = error.reduce((sum, [, w]) => sum + w!, 0);
    expect(await compared(out, other.out)).toMatchObject({
      name: "error",
      a: expect.closeTo(error.reduce((sum, [off, w]) => sum + off! * w!, 0) / total, 8),
    });
  });

  it("is read back by report, and refused where a cell of it was spoilt", async () => {
    const { out } = await estimated(survey, "--weight", "w");
    expect((await promptnce(["report", out])).status).toBe(0);
    const spoilt = readFileSync(out, "utf8").replace(",2.5,", ",much,");
    writeFileSync(out, spoilt);
    const { status, stderr } = await promptnce(["report", out, "--out", `${out}.html`]);
    expect(status).toBe(1);
    expect(stderr).toContain('w of line 2 is "much"; a weight is a number from 0.');
  });
});
