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
  it("counts people's answers, while each pair counts once in ρ, and says what people make of it", async () => {
    const [weighted, plain] = [await estimated(survey, "--weight", "w"), await estimated(survey)];
    expect(weighted.people).toContain("with their PMI over 24 pairs, ± by resampling each input");
    const byPeople = ({ people }: typeof plain) =>
      /each pair counts once; by the number of people who gave it, rho = (\S+)\n/.exec(people)![1];
    expect(byPeople(weighted)).not.toBe(byPeople(plain));
    // The weights change what people answered, here nothing of P(y|x): a row's weight is its x's.
    const shares = ({ people }: typeof plain) => /P\(y\|x\) is off by .*/.exec(people)![0];
    expect(shares(weighted)).toBe(shares(plain));
  });

  it("of equal weights says what it says without them", async () => {
    const equal = survey.map((row) => ({ ...row, w: 4 }));
    const [weighted, plain] = [await estimated(equal, "--weight", "w"), await estimated(equal)];
    expect(weighted.people).toBe(plain.people);
  });

  it("is in the result by the column's name, and compare counts each pair once", async () => {
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
    const error = survey.map(({ mass, human_count: count }) => Math.abs(mass - count / 8));
    expect(await compared(out, other.out)).toMatchObject({
      name: "error",
      a: expect.closeTo(error.reduce((sum, off) => sum + off, 0) / error.length, 8),
    });
  });
});
