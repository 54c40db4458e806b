import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { promptnce } from "../promptnce.test.support.ts";
import { given, PAIRS, read } from "./pairs.test.support.ts";

describe("promptnce estimate", () => {
  it("gives every row its terms and PMI, in the order of the rows, and names the respondent", async () => {
    const { args } = given();
    const { status, stdout, stderr } = await promptnce(args);
    expect(status).toBe(0);
    const rows = read(stdout);
    expect(rows.map(({ cue, y }) => `${cue} ${y}`)).toEqual(
      PAIRS.trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",").slice(0, 2).join(" ")),
    );
    for (const { conditional, marginal, pmi, status: read } of rows) {
      if (read !== "ok") continue;
      const clamped = (p: string | undefined): number => Math.log(Number(p) || 1e-6);
      expect(Number(pmi)).toBeCloseTo(clamped(conditional) - clamped(marginal), 9);
    }
    expect(stderr).toContain("answered by the simulated respondent (model-like), not a model");
    expect(stderr).toContain("This is a rehearsal; its numbers say nothing about your data.");
  });

  it("recovers the counts from a truthful respondent, with every method that can", async () => {
    const { args } = given();
    const { stdout, stderr } = await promptnce([
      ...args,
      "--count",
      "n",
      "--profile",
      "truthful",
      "--methods",
      "promptnce,direct-split,direct-pmi,promptnce:empirical",
    ]);
    const rows = read(stdout);
    expect(rows).toHaveLength(40);
    for (const row of rows) {
      expect(Number(row["pmi"])).toBeCloseTo(Number(row["true_pmi"]), 9);
    }
    expect(rows[0]).toMatchObject({ count: "30", true_conditional: "0.6" });
    expect(stderr).toMatch(/people {8}rho = 1\.00 with their PMI over 6 pairs/);
    expect(stderr).toContain("calibration slope 1.00 on the log scale");
  });

  it("estimates every label of every input, in disjoint sets", async () => {
    const { args, store } = given();
    const { stdout, stderr } = await promptnce([
      ...args,
      "--count",
      "n",
      "--profile",
      "truthful",
      "--ask",
      "all-labels",
      "--k",
      "4",
    ]);
    const rows = read(stdout);
    expect(rows).toHaveLength(5 * 9);
    expect(new Set(rows.map(({ cue, y }) => `${cue} ${y}`)).size).toBe(45);
    for (const row of rows) {
      expect(Number(row["conditional"])).toBeCloseTo(Number(row["true_conditional"]), 9);
    }
    // ⌈9 / 4⌉ = 3 prompts for each of 5 inputs, and 9 base rates.
    expect(stderr).toContain("24 questions, 0 of them answered from the store.");
    expect(readFileSync(store, "utf8").trim().split("\n")).toHaveLength(24);
  });

  it("ranks the most informative labels of each input", async () => {
    const { args } = given();
    const { stdout } = await promptnce([
      ...args,
      "--count",
      "n",
      "--profile",
      "truthful",
      "--top",
      "2",
    ]);
    const rows = read(stdout);
    expect(rows.map(({ cue, rank }) => `${cue} ${rank}`)).toEqual(
      ["cat", "sun", "tree", "sea", "night"].flatMap((cue) => [`${cue} 1`, `${cue} 2`]),
    );
    expect(rows[2]).toMatchObject({ cue: "sun", y: "hot" });
    expect(rows[3]).toMatchObject({ cue: "sun", y: "moon" });
  });

  it("takes P(y) from the answers about all rows, held until the last has come, and again from the store", async () => {
    const labels = ["dog", "moon", "leaf", "water"];
    const rows = Array.from({ length: 40 }, (_, i) => `cue ${i},${labels[i % 4]},${1 + (i % 3)}`);
    const { args } = given(`cue,response,n\n${rows.join("\n")}\n`);
    const method = ["--methods", "promptnce:implied,marginalnce:implied"];
    const first = await promptnce([...args, ...method]);
    expect(first.stderr).toMatch(
      /asked about 40 of 40, 0 from store, .*\n(.*\n)*estimated 40 of 40\n/,
    );
    const found = read(first.stdout);
    expect(found.map(({ cue, y }) => `${cue},${y}`)).toEqual(
      rows.flatMap((row) => [row, row].map((one) => one.slice(0, -2))),
    );
    for (const label of labels) {
      const own = found.filter(({ y, method: id }) => y === label && id === "promptnce:implied");
      expect(new Set(own.map(({ marginal }) => marginal)).size).toBe(1);
    }
    const again = await promptnce([...args, ...method]);
    expect(again.stdout).toBe(first.stdout);
    expect(again.stderr).toMatch(/(\d+) questions, \1 of them answered from the store\./);
    const few = await promptnce([...given().args, ...method]);
    expect(few).toMatchObject({ status: 2, stdout: "" });
    expect(few.stderr).toContain(
      "and 10 pairs have fewer than ten for each of their 9 labels; give more rows",
    );
  });

  it("asks about a repeated pair once, writes it twice, and says so", async () => {
    const { args } = given(`${PAIRS}cat,dog,1\n`);
    const { stdout, stderr } = await promptnce(args);
    const rows = read(stdout);
    expect(rows[10]).toEqual({ ...rows[0], n: "1" });
    expect(stderr).toContain("10 pairs (11 rows), ");
    expect(stderr).toContain("20 questions, 1 of them answered from the store.");
  });

  it("asks for replies in a schema with --structured, with separate prompts", async () => {
    const { args, store } = given();
    const truthful = [...args, "--count", "n", "--profile", "truthful", "--structured"];
    const rows = read((await promptnce(truthful)).stdout);
    for (const { pmi, true_pmi } of rows) {
      expect(Number(pmi)).toBeCloseTo(Number(true_pmi), 9);
    }
    const records = readFileSync(store, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { schema?: object });
    expect(records.filter(({ schema }) => schema !== undefined).length).toBeGreaterThan(10);
  });
});
