import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

/** 120 rows, the first 40 with a label; of those with an even number a label is 1 higher. */
const rows = Array.from({ length: 120 }, (_, row) => {
  const label = ((row * 37) % 101) / 50 + (row % 2 === 0 ? 1 : 0);
  const human = row < 40 ? label.toFixed(2) : "";
  return { question: row >> 2, pmi: (label + (row % 7) / 10).toFixed(2), human, row };
});

function fileWith(weightOf: (row: number) => string | number): string {
  const path = join(newFolder(), "rows.csv");
  const lines = rows.map(
    ({ question, pmi, human, row }) => `${question},${pmi},${human},${weightOf(row)}`,
  );
  writeFileSync(path, ["question,pmi,human,w", ...lines].join("\n"));
  return path;
}

const infer = (path: string, ...args: string[]) =>
  promptnce(["infer", path, "--label", "human", "--weight", "w", ...args]);

interface Printed {
  readonly low: number;
  readonly high: number;
  readonly classical: { readonly estimate: number; readonly standardError: number };
  readonly leftOut: number;
  readonly weighed?: { readonly by: string; readonly effective: number };
}

async function printed(path: string, ...args: string[]): Promise<Printed> {
  const { status, stdout, stderr } = await infer(path, ...args, "--json");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout) as Printed;
}

describe("promptnce infer --weight", () => {
  it("weighs rows in the estimate and its error, and says their effective number", async () => {
    const path = fileWith((row) => (row % 2 === 0 ? 3 : 1));
    const { classical, weighed } = await printed(path);
    const labelled = rows
      .slice(0, 40)
      .map(({ human, row }) => ({ label: Number(human), w: row % 2 === 0 ? 3 : 1 }));
    const total = labelled.reduce((sum, { w }) => sum + w, 0);
    const mean = labelled.reduce((sum, { label, w }) => sum + w * label, 0) / total;
    const squares = labelled.reduce((sum, { label, w }) => sum + (w * (label - mean)) ** 2, 0);
    expect(classical.estimate).toBeCloseTo(mean, 10);
    expect(classical.standardError).toBeCloseTo(Math.sqrt((40 / 39) * squares) / total, 10);
    // 20 rows of weight 3 and 20 of weight 1: 80² / 200.
    expect(weighed).toEqual({ by: "w", effective: expect.closeTo(32, 10) });
    const { stdout } = await infer(path);
    expect(stdout).toContain(
      "Rows are weighted by w. Those with a label are worth 32.0 of equal weight (Kish).",
    );
  });

  it.each([[], ["--on", "question"], ["--cluster", "question"], ["--above", "1.5"]])(
    "gives the same with equal weights as without: %s",
    async (...args) => {
      const path = fileWith(() => 2.5);
      const { weighed: _, ...weighted } = await printed(path, ...args);
      const { status, stdout } = await promptnce([
        "infer",
        path,
        "--label",
        "human",
        ...args,
        "--json",
      ]);
      expect(status).toBe(0);
      expect(weighted).toEqual(JSON.parse(stdout));
    },
  );

  it("leaves out rows with weight 0 or none, and says how many", async () => {
    const path = fileWith((row) => [0, 0, 0, "", ""][row] ?? 1);
    expect((await printed(path)).leftOut).toBe(5);
    const { stdout } = await infer(path);
    expect(stdout).toContain("Rows left out for an empty cell or a weight of 0: 5.");
  });

  it("refuses a weight that is negative or no number, and names its line", async () => {
    const negative = await infer(fileWith((row) => (row === 1 ? -2 : 1)));
    expect(negative.status).toBe(1);
    expect(negative.stderr).toContain("rows.csv, line 3: w is -2; give a number of 0 or more.");
    const text = await infer(fileWith((row) => (row === 1 ? "much" : 1)));
    expect(text.stderr).toContain('rows.csv, line 3: w is "much"; give a number, or nothing.');
  });
});
