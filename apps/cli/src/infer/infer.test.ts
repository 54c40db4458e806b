import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { csv, file, infer, printed, rows } from "./infer.test.support.ts";

describe("a code for no value", () => {
  const coded = csv.replaceAll(/,$/gm, (end, at: number) => (at % 3 === 0 ? ",-99" : end));

  it("is said where it recurs far outside, and is no label where it is named", async () => {
    const path = file("rows.csv", coded);
    const told = await infer(path);
    expect(told.stderr).toMatch(
      /^human is -99 in \d+ rows, far outside its other values: if that stands for no value, say --missing -99\.$/m,
    );
    const [without, plain] = [
      await infer(path, "--missing", "-99"),
      await infer(file("r.csv", csv)),
    ];
    expect([without.stderr, without.stdout]).toEqual(["", plain.stdout]);
  });

  it("that programs write, as NA, is no label", async () => {
    const path = file("rows.csv", csv.replaceAll(/,$/gm, ",NA"));
    expect((await infer(path)).stdout).toBe((await infer(file("r.csv", csv))).stdout);
  });
});
describe("promptnce infer", () => {
  it("prints both intervals and how much narrower the predictions make them", async () => {
    const { status, stdout, stderr } = await infer(file("rows.csv", csv));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("The mean of human, from 20 rows with a label and 180 without:");
    expect(stdout).toMatch(
      /\| labels and predictions \| +[\d.]+ \| +[\d.]+ \| +[\d.]+ \| +[\d.]+ \|/,
    );
    expect(stdout).toMatch(/\| labels alone +\|/);
    expect(stdout).toMatch(/the interval is 0\.[2-5]\d times as wide\./);
    expect(stdout).not.toMatch(/Simulated|left out|drawn at random/);
  });

  it.each([
    [[], "mean of human"],
    [["--above", "1"], "share of human above 1"],
    [["--on", "age"], "slope of human on age"],
    [["--by", "group"], "mean of human where group is new minus where it is old"],
    [
      ["--by", "group", "--above", "1"],
      "share of human above 1 where group is new minus where it is old",
    ],
  ])("with %j infers the %s from CSV and from JSON lines", async (args, quantity) => {
    const found = await printed(file("rows.csv", csv), ...args);
    expect(found).toMatchObject({ quantity });
    expect(found.low).toBeLessThan(found.estimate);
    expect(found.high - found.low).toBeLessThan(found.classical.high - found.classical.low);
    const lines = rows.map(({ human, ...row }) =>
      JSON.stringify({ ...row, human: human === "" ? null : +human }),
    );
    expect(await printed(file("rows.jsonl", lines.join("\n")), ...args)).toEqual(found);
  });

  it("says how many labels a precision needs, and draws rows without a label", async () => {
    const path = file("rows.csv", csv);
    const { stdout } = await infer(path, "--precision", "0.1", "--next", "3");
    const { needed, next } = await printed(path, "--precision", "0.1", "--next", "3");
    expect(needed.labels).toBeLessThan(needed.classical);
    expect(stdout).toContain(
      `± 0.1 takes about ${needed.labels} labels in all; without predictions ${needed.classical}.`,
    );
    expect(stdout).toContain(
      `on these lines, drawn at random with the seed promptnce: ${next.join(", ")}.`,
    );
    for (const line of next) {
      expect(csv.split("\n")[line - 1]).toMatch(/,$/);
    }
    expect((await printed(path, "--next", "5")).next.slice(0, 3)).toEqual(next);
    expect((await printed(path, "--next", "3", "--seed", "other")).next).not.toEqual(next);
    expect((await infer(file("all.csv", "pmi,human\n1,2\n2,3\n"), "--next", "3")).stdout).toContain(
      "none is left.",
    );
    expect((await infer(path, "--precision", "0.0001")).stdout).toContain(
      "takes more labels than there are rows.",
    );
  });

  it("warns if labelled rows are no random sample, if all labels are equal, and of rows left out", async () => {
    const picked = rows.map((row) => [row.pmi, row.pmi > 1.5 ? row.pmi : ""].join(",")).join("\n");
    const { stdout } = await infer(file("rows.csv", `pmi,human\n${picked}\n,1\n`));
    expect(stdout).toContain(
      "The labelled rows do not seem to be drawn at random; if so, neither interval holds.",
    );
    expect(stdout).toContain("Rows left out for an empty cell: 1.");
  });

  describe("when all labels are equal", () => {
    const twenty = (label: (i: number) => string) =>
      Array.from({ length: 60 }, (_, i) => `${i % 7},${i < 20 ? label(i) : ""},${i % 2}`);
    const same = () => file("rows.csv", ["pmi,human,g", ...twenty(() => "1")].join("\n"));

    it("prints the exact interval of a share from labels alone, and how many labels it needs", async () => {
      const { stdout } = await infer(same(), "--above", "2", "--precision", "0.05");
      for (const from of ["labels and predictions", "labels alone"]) {
        const row = stdout.split("\n").find((line) => line.startsWith(`| ${from} `));
        expect(row).toMatch(/\| +0\.000 \| +– \| +0\.000 \| +0\.168 \|$/);
      }
      expect(stdout).toContain(
        "Few labels are of one kind, so the interval is the exact one for a share (Clopper and Pearson). It uses labels alone, because so few do not show how predictions err on them.",
      );
      expect(stdout).toContain("± 0.05 takes about 36 labels in all; without predictions 36.");
      expect(stdout).not.toMatch(/NaN|Infinity|undefined|times as wide/);
      const all = await printed(same(), "--above", "0", "--precision", "0.05");
      expect(all).toMatchObject({ estimate: 1, high: 1, needed: { labels: 36 } });
      expect(all.low).toBeCloseTo(0.8315665, 7);
    });

    it.each([[[]], [["--on", "g"]], [["--by", "g"]], [["--above", "2", "--on", "g"]]])(
      "prints no interval of a mean, a slope or a difference: %j",
      async (args) => {
        const { stdout } = await infer(same(), ...args);
        expect(stdout).toMatch(/\| labels alone +\| +[\d.−-]+ \| +– \| +– \| +– \|/);
        expect(stdout).toContain("cannot be estimated. There is no interval yet. Label more rows.");
      },
    );

    it("warns that intervals are too narrow if this is so in one group", async () => {
      const rows = twenty((i) => (i % 2 === 0 ? "1" : String(i)));
      const { stdout } = await infer(
        file("r.csv", ["pmi,human,g", ...rows].join("\n")),
        "--by",
        "g",
      );
      expect(stdout).toContain(
        "The labels of one group are all the same, which makes both intervals too narrow.",
      );
    });
  });

  it("warns of skewed labels and of predictions that are far off in a few rows", async () => {
    const drawn = (label: (i: number) => number) =>
      Array.from({ length: 200 }, (_, i) => {
        const wave = ((i * 37) % 101) / 50;
        return `${wave},${i % 4 === 0 ? label(i) + wave : ""}`;
      });
    const skewed = file("r.csv", ["pmi,human", ...drawn((i) => (i === 40 ? 90 : 0))].join("\n"));
    expect((await infer(skewed)).stdout).toContain("Labels are skewed: a few decide the result");
    const missed = file("r.csv", ["pmi,human", ...drawn((i) => (i === 0 ? 2.2 : 0))].join("\n"));
    expect((await infer(missed)).stdout).toContain(
      "Predictions are far off on a few labelled rows, which decide the result.",
    );
    expect((await infer(file("r.csv", csv))).stdout).not.toMatch(/skewed|far off/);
  });

  it("reads a result of estimate, says if it is simulated, and refuses to mix methods", async () => {
    const folder = newFolder();
    const [pairs, out] = [join(folder, "pairs.csv"), join(folder, "scored.csv")];
    const cues = Array.from(
      { length: 12 },
      (_, i) => `cue ${i},${["dog", "moon", "hot"][i % 3]},${i < 6 ? i / 5 : ""}`,
    );
    writeFileSync(pairs, `cue,response,human\n,dog,1\n${cues.join("\n")}\n`);
    const args = [
      "estimate",
      pairs,
      "--task",
      "words",
      "--y",
      "response",
      "--methods",
      "promptnce,infonce",
      "--out",
      out,
    ];
    expect(await promptnce(args)).toMatchObject({ status: 0 });
    const mixed = await infer(out);
    expect(mixed).toMatchObject({ status: 1, stdout: "" });
    expect(mixed.stderr).toContain(
      "is of infonce, and earlier rows are of promptnce; name one with --method.",
    );
    const { stdout } = await infer(out, "--method", "infonce");
    expect(stdout).toContain("The mean of human, from 6 rows with a label and 6 without:");
    expect(stdout).toContain("Simulated: the predictions are those of a simulated respondent.");
    expect(stdout).toContain("Rows left out for an empty cell: 1.");
  });

  it.each(["csv", "jsonl"])(
    "leaves out the rows of %s that estimate could not use",
    async (ending) => {
      const folder = newFolder();
      const [pairs, out] = [join(folder, "pairs.csv"), join(folder, `scored.${ending}`)];
      const cues = Array.from(
        { length: 12 },
        (_, i) => `cue ${i},${["dog", "moon"][i % 2]},${i < 6 ? i / 5 : ""}`,
      );
      writeFileSync(pairs, `cue,response,human\n,dog,1\n${cues.join("\n")}\ncue,,1\n`);
      const made = await promptnce([
        "estimate",
        pairs,
        "--task",
        "words",
        "--y",
        "response",
        "--out",
        out,
      ]);
      expect(made).toMatchObject({ status: 0 });
      const { status, stdout } = await infer(out);
      expect(status).toBe(0);
      expect(stdout).toContain("from 6 rows with a label and 6 without:");
      expect(stdout).toContain("Rows left out for an empty cell: 2.");
    },
  );

  it.each([
    [
      "pmi,human\n1,2\n3,x\n",
      [],
      'rows.csv, line 3: human is "x"; give a number, yes or no, or nothing, or name the text for yes with --positive.',
    ],
    [
      "pmi,label\n1,2\n",
      [],
      "rows.csv: there is no column human; name the column of people's labels with --label. These columns hold numbers, or yes and no: label.",
    ],
    [
      "pmi,human\n1,2\n3,\n",
      [],
      "rows.csv: too few rows have numbers in human and pmi; label at least two of each group, or three with different x for a slope",
    ],
    ["pmi,human,g\n1,2,a\n3,3,b\n", ["--by", "g"], "label at least two of each group"],
    [
      "pmi,human,g\n1,2,a\n3,3,b\n3,3,c\n",
      ["--by", "g"],
      'g has 3 values ("a", "b", "c"); a difference needs two.',
    ],
    ["pmi,human,g\n1,2,1\n3,3,1\n3,3,1\n", ["--on", "g"], "or three with different x for a slope."],
  ])("ends with 1 and one sentence for %j", async (text, args, sentence) => {
    const { status, stdout, stderr } = await infer(file("rows.csv", text), ...args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(sentence);
  });
});
