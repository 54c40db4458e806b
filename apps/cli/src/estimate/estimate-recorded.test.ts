import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const labels = ["agree", "disagree", "unsure", "refuse"];

/**
 * Sixty questions with human counts, and masses that `massOf` makes from their shares. Ten people
 * per question answered OTHER.
 */
function fileOf(
  massOf: (share: number, label: string) => number,
  more: (label: string) => string = () => "",
): string {
  let seed = 7;
  const next = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const lines = Array.from({ length: 60 }, (_, i) => {
    const counts = [...labels.map((_label, l) => 1 + Math.floor((40 * next()) / (l + 1))), 10];
    const all = counts.reduce((sum, count) => sum + count, 0);
    return counts.map((count, l) => {
      const label = labels[l] ?? "OTHER";
      return `question ${i},${label},${massOf(count / all, label)},${count}${more(label)}`;
    });
  }).flat();
  const file = join(newFolder(), "published.csv");
  writeFileSync(file, `x,label,mass,human_count${more("head")}\n${lines.join("\n")}\n`);
  return file;
}

async function estimated(file: string, ...args: string[]) {
  const out = `${file}.out.csv`;
  const run = await promptnce(["estimate", "--recorded", file, "--out", out, ...args]);
  const rows = () =>
    Papa.parse<Record<string, string>>(readFileSync(out, "utf8"), {
      header: true,
      skipEmptyLines: true,
    }).data;
  return { ...run, rows, out };
}

describe("promptnce estimate --recorded", () => {
  it("recovers the truth if the masses are the human shares: every term, PMI, and ρ = 1", async () => {
    const { status, stderr, rows } = await estimated(
      fileOf((share) => share),
      "--methods",
      "promptnce:empirical",
    );
    expect(status).toBe(0);
    expect(rows()).toHaveLength(60 * labels.length);
    for (const row of rows()) {
      for (const term of ["conditional", "marginal", "pmi"]) {
        expect(Math.abs(Number(row[term]) - Number(row[`true_${term}`]))).toBeLessThan(1e-9);
      }
    }
    expect(stderr).toContain("rho = 1.00 with their PMI over 240 pairs");
    expect(stderr).toContain("beyond the true base rates rho = 1.00");
    expect(stderr).not.toContain("What limits this result");
  });

  it("says that nothing was asked, and uses by default every marginal that needs no request", async () => {
    const baseRates: Record<string, string> = { head: ",base_rate", OTHER: "," };
    const { stderr, rows } = await estimated(
      fileOf(
        (share) => share,
        (label) => baseRates[label] ?? ",0.25",
      ),
    );
    expect(stderr).toContain(
      "answered by published.csv, in which masses were recorded; no model was asked.",
    );
    expect(new Set(rows().map(({ method }) => method))).toEqual(
      new Set(
        ["ungrounded", "empirical", "implied", "none"].map((marginal) => `promptnce:${marginal}`),
      ),
    );
    expect(new Set(rows().map(({ model }) => model))).toEqual(new Set(["recorded:published.csv"]));
  });

  it("names the limits of a small model: sums far from one, and the base rate that counts rank best", async () => {
    const rates = { agree: 0.001, disagree: 0.9, unsure: 0.9, refuse: 0.001 } as Record<
      string,
      number
    >;
    const more = (label: string): string =>
      label === "head" ? ",base_rate" : `,${rates[label] ?? ""}`;
    const { stderr } = await estimated(fileOf((share) => Math.min(1, 3 * share), more));
    expect(stderr).toMatch(
      /100\.0 % of estimates rest on masses that sum far from one; the middle half of all sums is 2\.\d+ to 2\.\d+, /,
    );
    expect(stderr).toMatch(
      /PromptNCE \(ungrounded\): where people's counts are known, ρ with people's PMI is \S+ with implied base rates, \S+ with counted ones, \S+ with elicited ones .*:implied/,
    );
    expect(stderr).not.toContain(":empirical");
    expect(stderr).toContain("PromptNCE (ungrounded): the elicited base rates decide the ranking");
  });

  it("writes an estimate's page with every pair and the sums of the replies, without prompts", async () => {
    const file = fileOf((share) => share);
    const page = `${file}.html`;
    const { status, out } = await estimated(file, "--report", page);
    expect(status).toBe(0);
    const html = readFileSync(page, "utf8");
    expect(html).toContain("in which masses were recorded; no model was asked");
    expect(html).toContain("masses sum to 1");
    const again = await promptnce(["report", out]);
    expect(again.status).toBe(0);
  });

  it("says how many masses are exactly 0, which pairs are zero by zero, and what sets omit", async () => {
    const file = join(newFolder(), "zeros.csv");
    const pairs = [
      ["a", "yes", 0.5, 0.5],
      ["a", "no", 0, 0],
      ["b", "yes", 0.9, 0.5],
      ["b", "no", 0, 0],
      ["c", "yes", 0, 0.5],
      ["c", "no", 0, 0],
    ];
    writeFileSync(file, `x,label,mass,base_rate\n${pairs.map((pair) => pair.join()).join("\n")}\n`);
    const { status, stderr, rows } = await estimated(file, "--methods", "marginalnce:ungrounded");
    expect(status).toBe(0);
    expect(rows().map((row) => [row["status"], row["pmi"]])).toEqual([
      ["ok", "0"],
      ["zero", "0"],
      ["ok", expect.stringMatching(/^0\.58/)],
      ["zero", "0"],
      ["unreadable", ""],
      ["unreadable", ""],
    ]);
    expect(stderr).toContain("unreadable    2 of 6 (33.3 %)");
    expect(stderr).toContain(
      "zeros         of 6, P(y|x) is exactly 0 in 2, P(y) in 2; both in 2, whose PMI is kept as 0 and measures nothing",
    );
    expect(stderr).toContain(
      "2 of 2 sets sum to less than one, by 0.300 on average: that mass is taken for options they omit",
    );
  });

  it("gives the earth mover's distance of masses whose labels --labels lists in their order", async () => {
    const rows = [
      ["a", "never", 0, 0],
      ["a", "often", 1, 0],
      ["a", "sometimes", 0, 9],
      ["b", "often", 0, 9],
      ["b", "never", 1, 0],
      ["b", "sometimes", 0, 0],
      ["c", "sometimes", 0, 0],
      ["c", "never", 0.5, 5],
      ["c", "often", 0.5, 5],
    ];
    const folder = newFolder();
    const [file, labels] = ["masses.csv", "labels.txt"].map((name) => join(folder, name));
    const text = rows.map((row) => row.join()).join("\n");
    writeFileSync(file!, `x,label,mass,human_count\n${text}\n`);
    writeFileSync(labels!, "never\nsometimes\noften\n");
    const methods = ["--methods", "marginalnce:none"];
    const { status, stderr } = await estimated(file!, "--labels", labels!, ...methods);
    expect(status).toBe(0);
    // One step from often to sometimes, two from never to often, and none.
    expect(stderr).toMatch(/earth mover's distance 1\.000 ± \S+ steps, on average over 3 inputs/);
    expect((await estimated(file!, ...methods)).stderr).not.toContain("earth mover's distance");
    writeFileSync(labels!, "never\nsometimes\n");
    const short = await estimated(file!, "--labels", labels!, ...methods);
    expect([short.status, short.stderr]).toEqual([
      1,
      expect.stringMatching(
        /masses\.csv, line 3: the label "often" is not among the 2 labels of .*labels\.txt; add it there, or correct it\./,
      ),
    ]);
  });

  it("exits with 5 if no set is readable", async () => {
    const file = join(newFolder(), "empty.csv");
    writeFileSync(file, "id,label,mass\na,yes,\na,no,\n");
    const { status, stderr } = await estimated(file);
    expect(status).toBe(5);
    expect(stderr).toContain("unreadable    2 of 2 (100.0 %)");
  });

  it.each([
    [
      "x,label\na,b\n",
      /published\.csv, line 2: there is no column mass; give the columns x \(or id\), label and mass, and/,
    ],
    [
      "x,label,mass\na,b,60\n",
      /published\.csv, line 2: mass is "60"; a probability from 0 to 1 was expected\./,
    ],
    [
      "x,label,mass\na,b,1\na,b,1\n",
      /line 3: this set has b already; add a column set that tells the sets of an x apart\./,
    ],
    ["x,label,mass\n", /has a header but no rows/],
  ])("tells a file that is wrong by file, line and column: %j", async (text, sentence) => {
    const file = join(newFolder(), "published.csv");
    writeFileSync(file, text);
    const { status, stderr } = await estimated(file);
    expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  });
});

describe("recorded masses and counts that do not vary", () => {
  type Given = readonly [mass: number, count: number];
  const file = (inputs: number, of: (input: number, label: number) => Given): string => {
    const rows = Array.from({ length: inputs }, (_, input) =>
      ["joy", "fear", "anger"].map((label, i) => [`x${input}`, label, ...of(input, i)].join()),
    );
    const path = join(newFolder(), "published.csv");
    writeFileSync(path, ["x,label,mass,human_count", ...rows.flat()].join("\n"));
    return path;
  };

  it.each<[string, number, (input: number, label: number) => Given]>([
    ["masses", 20, (input, label) => [1 / 3, 1 + ((input * 7 + label) % 9)]],
    ["counts", 20, (input, label) => [[0.2, 0.3, 0.5][(input + label) % 3]!, 5]],
    ["masses and counts", 40, () => [1 / 3, 5]],
    ["shares of one", 20, (input, label) => (input % 3 === label ? [1, 9] : [0, 0])],
    ["inputs", 1, (_, label) => [[0.2, 0.3, 0.5][label]!, 1 + label]],
  ])("print no number that is none: %s", async (_, inputs, of) => {
    const { status, stderr } = await estimated(file(inputs, of));
    expect([status, stderr]).toEqual([0, expect.not.stringMatching(/NaN|Infinity|undefined|∞/)]);
    expect(stderr).not.toContain("Nothing in these numbers asks for another run");
  });
});

/** Recorded replies to OpinionQA, as tables; each file is read in place. */
const recorded =
  process.env["PROMPTNCE_TEST_RECORDED"] ??
  join(import.meta.dirname, "../../../../../shared/recorded");

function tableIn(name: string): Record<string, string>[] {
  const csv = gunzipSync(readFileSync(join(recorded, name))).toString("utf8");
  return Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;
}

describe("a survey of several questions", () => {
  const questions = [
    ["How big a problem is it?", ["Big", "Small", "None"]],
    ["How often?", ["Daily", "Weekly", "Never"]],
  ] as const;
  const rows = questions.flatMap(([question, answers]) =>
    ["men", "women"].flatMap((group) =>
      answers.map((answer, i) => ({
        question,
        group,
        letter: "ABC"[i],
        answer,
        mass: 1 / 3,
        n: 9,
      })),
    ),
  );
  const file = (): string => {
    const path = join(newFolder(), "survey.csv");
    writeFileSync(path, Papa.unparse(rows));
    return path;
  };

  it.each([
    ["answer", /survey\.csv: 6 of 6 labels belong to some inputs only, .*with --given COLUMN/],
    [
      "letter",
      /survey\.csv: the labels are letters \(A, B, C\), and A stands for "Big" in one input/,
    ],
  ])("has no PMI over all of them, by its column %s", async (y, sentence) => {
    const { status, stderr, out } = await estimated(
      ...([file(), "--x", "question,group", "--y", y, "--count", "n"] as const),
    );
    expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
    expect(existsSync(out)).toBe(false);
  });

  it.skipIf(!existsSync(join(recorded, "opinionqa-models.csv.gz"))).each(["answer", "letter"])(
    "like OpinionQA, answered by GPT-4, is refused by its column %s",
    async (y) => {
      const order = new Map(
        tableIn("opinionqa-questions.csv.gz").map(({ question, position, answer }) => [
          `${question}/${answer}`,
          "ABCDEFGHIJ"[Number(position) - 1],
        ]),
      );
      const gpt4 = tableIn("opinionqa-models.csv.gz")
        .filter(({ model, way }) => model === "gpt-4" && way === "verbal")
        .flatMap(({ question, group, answer, mass }) => {
          const letter = order.get(`${question}/${answer}`);
          return letter === undefined ? [] : [{ question, group, answer, letter, mass }];
        });
      expect(gpt4.length).toBeGreaterThan(2000);
      const path = join(newFolder(), "opinions.csv");
      writeFileSync(path, Papa.unparse(gpt4));
      const { status, stderr } = await estimated(path, "--x", "question,group", "--y", y);
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining("so a base rate over all inputs means nothing"),
      ]);
    },
  );
});
