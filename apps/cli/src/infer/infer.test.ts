import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

/** 200 rows, every tenth with a label; what they say is what they are, but for a small wobble. */
const rows = Array.from({ length: 200 }, (_, i) => {
  const truth = ((i * 37) % 101) / 50;
  const human = i % 10 === 0 ? truth.toFixed(2) : "";
  return {
    group: i % 20 < 10 ? "new" : "old",
    age: (i * 7) % 50,
    pmi: truth + ((i * 13) % 11) / 40,
    human,
  };
});

function file(name: string, text: string): string {
  const path = join(newFolder(), name);
  writeFileSync(path, text);
  return path;
}

const csv = `group,age,pmi,human\n${rows.map((row) => Object.values(row).join(",")).join("\n")}\n`;
const infer = (...args: string[]) => promptnce(["infer", ...args, "--label", "human"]);

interface Printed {
  readonly quantity: string;
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  readonly classical: { readonly low: number; readonly high: number };
  readonly needed: { readonly labels: number; readonly classical: number };
  readonly next: readonly number[];
}

async function printed(path: string, ...args: string[]): Promise<Printed> {
  const { status, stdout, stderr } = await infer(path, ...args, "--json");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout) as Printed;
}

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

describe("a judge", () => {
  const verdicts = [
    ...Array.from({ length: 30 }, (_, i) => [i % 10 < 8 ? "pass" : "fail", i % 2 ? "good" : "bad"]),
    ...Array.from({ length: 70 }, (_, i) => [i % 10 < 8 ? "pass" : "fail", ""]),
  ];
  const judged = ["verdict,human,id", ...verdicts.map((row, id) => [...row, id % 2].join(","))];
  const path = () => file("judged.csv", judged.join("\n"));

  it("has sensitivity, specificity and κ where its answers are words for yes and no", async () => {
    const words = judged.map((line) => line.replace("good", "yes").replace("bad", "no"));
    const { stdout, status } = await infer(
      file("judged.csv", words.join("\n")),
      "--prediction",
      "verdict",
    );
    expect(status).toBe(0);
    expect(stdout).toContain("The share of human that is yes, from 30 rows");
    expect(stdout).toMatch(/\| where people say yes \(sensitivity\) +\| +0\.800 \|/);
    expect(stdout).toMatch(/\| predictions alone +\| +0\.80/);
    expect(stdout).toContain("predictions alone are 0.30 too high");
    expect(stdout).toContain(
      "would agree in 0.500. κ, the part of the rest that is agreement: 0.000",
    );
  });

  it("and people may write other words, of which one is named as positive", async () => {
    const unnamed = await infer(path(), "--prediction", "verdict");
    expect(unnamed.stderr).toContain(
      'human is "bad"; give a number, yes or no, or nothing, or name the text for yes with --positive.',
    );
    const named = judged.map((line) => line.replace("pass", "Good"));
    const { quantity } = await printed(
      file("judged.csv", named.join("\n")),
      "--prediction",
      "verdict",
      "--positive",
      "good",
    );
    expect(quantity).toBe("share of human that is good");
  });

  it("that nobody named is one of the columns that the error lists", async () => {
    const { status, stderr } = await infer(path());
    expect(status).toBe(1);
    expect(stderr).toContain(
      "there is no column pmi; name the column of the judge's or model's answers with --prediction. These columns hold numbers, or yes and no: verdict",
    );
  });

  it("is held to a threshold by the whole interval, with exit code 4", async () => {
    const rated = file("rows.csv", csv);
    const { low, high } = await printed(rated);
    const missed = await infer(rated, "--at-least", String((low + high) / 2));
    expect(missed.status).toBe(4);
    expect(missed.stderr).toContain("the mean of human is not shown to reach it: label more rows");
    expect((await infer(rated, "--at-least", String(high + 1))).stderr).toContain("is below it");
    expect(await infer(rated, "--at-least", String(low - 1))).toMatchObject({
      status: 0,
      stderr: "",
    });
  });

  it("has its bias by a column only beside what a shuffled column shows", async () => {
    const { stdout } = await infer(file("rows.csv", csv), "--bias-by", "group");
    expect(stdout).toMatch(/\| new +\| +10 \|/);
    expect(stdout).toContain(
      "Nothing shows that the error depends on group: a shuffled column, which knows no more than row numbers do,",
    );
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
      const both = await infer(
        fileOf(15),
        "--cluster",
        "question",
        "--by",
        "g",
        "--precision",
        "1",
      );
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
