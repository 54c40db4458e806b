import { existsSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { spearman } from "@promptnce/core/correlation";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";
import { parseConfig } from "./config.ts";
import { drawCounts } from "./draw-counts.ts";
import { prepareStudies } from "./study.ts";

const data = resolve(
  process.env["PROMPTNCE_TEST_DATA"] ?? join(import.meta.dirname, "../../../../../shared/datasets"),
);

const shares = ({ counts, total }: ReturnType<typeof drawCounts>) =>
  [...counts.keys()].toSorted().map((label) => counts.get(label)! / total);

it("counts labels in proportion to P(y), and counts unknown labels in the total only", () => {
  const marginal = new Map([
    ["a", 0.5],
    ["b", 0.2],
    ["c", 0.1],
  ]);
  const drawn = drawCounts(marginal, 10_000, "1");
  expect(drawn.total).toBe(10_000);
  expect([...drawn.counts.keys()].toSorted()).toEqual(["a", "b", "c"]);
  // The standard errors are at most .005. The .2 belongs to labels outside the dataset.
  for (const [i, share] of shares(drawn).entries())
    expect(Math.abs(share - [0.5, 0.2, 0.1][i]!)).toBeLessThan(0.02);
  expect(drawCounts(marginal, 10_000, "1")).toEqual(drawn);
  expect(drawCounts(marginal, 10_000, "2")).not.toEqual(drawn);
});

it("gives people several labels each if P(y) sums to more than one", () => {
  const marginal = new Map([
    ["a", 0.9],
    ["b", 0.9],
  ]);
  for (const share of shares(drawCounts(marginal, 10_000, "1"))) {
    expect(Math.abs(share - 0.9)).toBeLessThan(0.03);
  }
});

it("requires the number of people, which only the user knows", async () => {
  const config = parseConfig({ dataset: "synthetic-chaosnli", methods: "promptnce:counted" });
  await expect(prepareStudies(config)).rejects.toThrow(
    "--methods: promptnce:counted draws the model's base rates towards labels that people gave; say of how many people, as --people 1000",
  );
});

describe.skipIf(!existsSync(data))(
  "on the real Words, with the simulated respondent",
  { tags: "full" },
  () => {
    it.each(["100", "1000", "3000"])(
      "never harms a method with %s counts, nor a respondent who knows the conditional",
      async (counts) => {
        const out = await mkdtemp(join(tmpdir(), "promptnce-counts-"));
        const methods = "promptnce,promptnce:counted";
        await runMain(
          [
            "--data",
            data,
            "--dataset",
            "words",
            "--experiment",
            "pmi",
            "--people",
            counts,
            "--methods",
            methods,
            "--out",
            out,
          ],
          out,
        );
        const csv = await readFile(join(out, "estimates.csv"), "utf8");
        const rows = Papa.parse<Record<string, string>>(csv, {
          header: true,
          skipEmptyLines: true,
        }).data;
        const rho = (method: string, conditional: string): number => {
          const own = rows.filter((row) => row["method"] === method && row["est_pmi"] !== "");
          return spearman(
            own.map((row) => Math.log(Number(row[conditional]) / Number(row["est_marginal"]))),
            own.map((row) => Number(row["pmi"])),
          );
        };
        for (const conditional of ["est_conditional", "conditional"]) {
          expect(rho("promptnce:counted", conditional)).toBeGreaterThan(
            rho("promptnce", conditional) - 0.01,
          );
        }
      },
    );
  },
);
