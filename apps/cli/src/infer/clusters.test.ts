import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { file, infer, printed } from "./infer.test.support.ts";

describe("errors by cluster", () => {
  /** 40 questions of 5 rows, of which `labelled` have labels on all rows. */
  const questions = (labelled: number) =>
    Array.from({ length: 200 }, (_, i) => {
      const question = Math.floor(i / 5);
      const truth = Math.sin(7 * question) + ((i * 13) % 11) / 10;
      const human = question < labelled ? truth.toFixed(2) : "";
      return `q${question},${i % 2},${(truth + ((i * 7) % 5) / 5).toFixed(2)},${human}`;
    });
  const fileOf = (labelled: number) =>
    file("rows.csv", ["question,g,pmi,human", ...questions(labelled)].join("\n"));

  it("use the named column, are wider than errors by row, and stand beside these", async () => {
    const path = fileOf(15);
    const args = ["--cluster", "question"];
    const { stdout } = await infer(path, ...args, "--precision", "0.5", "--next", "8");
    expect(stdout).toContain("Errors are by question: 15 of 40 have a label.");
    expect(stdout).toMatch(/± 0\.5 takes about \d+ labels in all/);
    const [, next] = /on these lines, each question whole, [^:]+: ([\d, ]+)\./.exec(stdout)!;
    const lines = next!.split(", ").map(Number);
    const drawn = Map.groupBy(lines, (line) => Math.floor((line - 2) / 5));
    expect([...drawn.values()].map(({ length }) => length)).toEqual([5, 5]);
    const [byQuestion, byRow] = [await printed(path, ...args), await printed(path)];
    expect(byQuestion.estimate - byQuestion.low).toBeGreaterThan(
      1.3 * (byRow.estimate - byRow.low),
    );
    expect(await printed(path, "--cluster", "none")).toEqual(byRow);
  });

  it("warn if there are few clusters, plan no labels within them, and are refused for one cluster", async () => {
    expect((await infer(fileOf(6), "--cluster", "question")).stdout).toContain(
      "Errors are by question: 6 of 40 have a label. So few show little of how they vary: the intervals hold, but are wide. Label rows of 10 or more.",
    );
    const both = await infer(fileOf(15), "--cluster", "question", "--by", "g", "--precision", "1");
    expect(both.stdout).toContain(
      "How many labels ± 1 takes cannot be said if one question has rows with and without a label, or rows in both groups: further labels of the same question tell less.",
    );
    expect((await infer(fileOf(1), "--cluster", "question")).stderr).toContain(
      "rows.csv: errors are by question, and 1 of 40 have a label; label rows of at least two in each group, or of three with different x for a slope.",
    );
  });

  it("use x if each repeats in a result, unless --cluster none says that rows are independent", async () => {
    const folder = newFolder();
    const [pairs, out] = [join(folder, "pairs.csv"), join(folder, "scored.csv")];
    const cues = Array.from({ length: 20 }, (_, i) =>
      ["dog", "moon"].map((y) => `cue ${i},${y},${i < 12 ? ((i * 7) % 12) / 5 : ""}`),
    );
    writeFileSync(pairs, `cue,response,human\n${cues.flat().join("\n")}\n`);
    const args = ["estimate", pairs, "--task", "words", "--y", "response", "--out", out];
    expect(await promptnce(args)).toMatchObject({ status: 0 });
    expect((await infer(out)).stdout).toContain("Errors are by cue: 12 of 20 have a label.");
    expect((await infer(out, "--cluster", "none")).stdout).not.toContain("Errors are by");
  });
});

it("clusters by context in a result with several contexts", async () => {
  const rows = Array.from({ length: 80 }, (_, i) => {
    const question = Math.floor(i / 8);
    const truth = Math.sin(3 * question) + ((i * 7) % 5) / 4;
    const human = question < 6 ? truth : "";
    return `q${question},g${i % 4},words,question,group,ok,promptnce,${truth + (i % 3) / 4},${human}`;
  });
  const head = "question,group,task,given_columns,x_columns,status,method,pmi,human";
  const path = file("scored.csv", [head, ...rows].join("\n"));
  expect((await infer(path)).stdout).toContain("Errors are by question: 6 of 10 have a label.");
});

it("weighs strata by their numbers of rows, and refuses a slope by stratum", async () => {
  const strata = Array.from({ length: 300 }, (_, i) => {
    const [stratum, wave] = [i < 240 ? "common" : "rare", ((i * 37) % 101) / 50];
    const truth = wave + (stratum === "rare" ? 5 : 0);
    const isLabelled = i % (stratum === "rare" ? 3 : 12) === 0;
    return `${stratum},${(truth + (i % 3) / 10).toFixed(2)},${isLabelled ? truth.toFixed(2) : ""}`;
  });
  const path = file("rows.csv", ["kind,pmi,human", ...strata].join("\n"));
  const { stdout } = await infer(path, "--strata", "kind");
  expect(stdout).toContain(
    "By stratum: each kind counts its share of the rows, however many of them have a label.",
  );
  const [plain, weighed] = [await printed(path), await printed(path, "--strata", "kind")];
  // A fifth of the rows are rare, and half of the labels.
  expect(weighed.classical.low).toBeLessThan(2);
  expect(weighed.classical.high).toBeGreaterThan(2);
  expect(plain.classical.low).toBeGreaterThan(2);
  const refused = await infer(path, "--strata", "kind", "--on", "pmi");
  expect(refused).toMatchObject({ status: 2, stdout: "" });
  expect(refused.stderr).toContain("--strata works for a mean, a share or a difference");
});
