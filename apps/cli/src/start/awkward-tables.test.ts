import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const messages = [
  "The parcel never came to my house",
  "I was charged twice on my card",
  "The app closes when I open it",
  "Where can I read about your jobs",
];

/** A folder with `t.csv`: each row a different message, then these cells by its number. */
function table(
  columns: readonly string[],
  cells: (row: number) => readonly (string | number)[],
  delimiter = ",",
): string {
  const cwd = newFolder();
  const rows = Array.from({ length: 24 }, (_, i) => [`${messages[i % 4]} (${i})`, ...cells(i)]);
  const lines = [["message", ...columns], ...rows].map((row) => row.join(delimiter));
  writeFileSync(join(cwd, "t.csv"), `${lines.join("\n")}\n`);
  return cwd;
}

const queue = (i: number): string => ["billing", "returns", "other"][i % 3]!;

/** What start says on standard error with --yes, and how it ends. */
async function started(cwd: string, ...options: readonly string[]) {
  const { status, stderr } = await promptnce(["start", "t.csv", "--yes", ...options], { cwd });
  return { status, stderr, refusal: stderr.trim().split("\n").at(-1) ?? "" };
}

describe("start refuses, and names the options that decide, for", () => {
  it("stars and a country", async () => {
    const cwd = table(["Stars (1-5)", "country"], (i) => [1 + (i % 5), ["DE", "FR"][i % 2]!]);
    const { status, refusal } = await started(cwd);
    expect([status, refusal]).toEqual([
      2,
      'error: --y: t.csv can be read in more than one way: the labels may be in country or Stars (1-5); Stars (1-5) may count people. Say which is right with --y, --count "Stars (1-5)" or --no-count',
    ]);
    const chosen = await started(cwd, "--y", "Stars (1-5)", "--x", "message", "--no-count");
    expect([chosen.status, chosen.stderr]).toEqual([
      0,
      expect.stringContaining(
        "x is message, y is Stars (1-5), each row is a pair to be estimated, since no pair repeats",
      ),
    ]);
  });

  it("helpful votes, which do not count people who gave the label", async () => {
    const cwd = table(["sentiment", "helpful_votes"], (i) => [["good", "bad"][i % 2]!, i % 17]);
    const { status, refusal } = await started(cwd);
    expect([status, refusal]).toEqual([
      2,
      expect.stringContaining("helpful_votes may count people"),
    ]);
  });

  it.each(["t.pmi.csv", "t.pmi.jsonl", "t.pmi.parquet"])(
    "a result of estimate, and says what to do with it: %s",
    async (result) => {
      const cwd = table(["queue", "n"], (i) => [queue(i), 1 + (i % 4)]);
      const asked = ["--task", "words", "--x", "cue=message", "--y", "queue", "--k", "2"];
      await promptnce(["estimate", "t.csv", ...asked, "--out", result, "--yes"], { cwd });
      const { status, stderr } = await promptnce(["start", result, "--yes"], { cwd });
      expect([status, stderr.trim()]).toEqual([
        2,
        `error: ${result} is a result of promptnce estimate: its rows have their estimates beside them. For its page say promptnce report ${result}, and to set it beside another result promptnce compare ${result} OTHER; start takes the rows that it was made of`,
      ]);
    },
  );

  it("two columns that may count people", async () => {
    const cwd = table(["queue", "votes", "raters"], (i) => [queue(i), i % 5, 10]);
    const { status, refusal } = await started(cwd);
    expect([status, refusal]).toEqual([
      2,
      expect.stringMatching(
        /^error: --count: .* votes or raters may count people\..* --count or --no-count$/,
      ),
    ]);
    const chosen = await started(cwd, "--count", "votes");
    expect(chosen.stderr).toContain("votes counts people");
  });

  it("ambiguous numbers", async () => {
    const cwd = table(["queue", "votes"], (i) => [queue(i), ["1,000", "2,500"][i % 2]!], ";");
    const { status, refusal } = await started(cwd);
    expect([status, refusal]).toEqual([
      2,
      "error: --count: votes of t.csv holds ambiguous numbers such as 1,000; write them all alike, such as 1000, 3.5 or 45 %",
    ]);
    expect(existsSync(join(cwd, "t.study.yaml"))).toBe(false);
  });

  it("one column per emotion, until --wide says so", async () => {
    const cwd = table(["joy", "fear", "neutral"], (i) => [i % 4, (i + 1) % 3, 0]);
    const { status, refusal } = await started(cwd);
    expect([status, refusal]).toEqual([
      2,
      "error: --y: t.csv can be read in more than one way: joy, fear and neutral hold numbers, which may be labels, or say how many people gave a label each. Say which is right with --y or --wide joy,fear,neutral",
    ]);
    const wide = await started(cwd, "--wide", "joy,fear,neutral");
    expect(wide.status, wide.stderr).toBe(0);
    expect(wide.stderr).toContain(
      "x is message, joy, fear and neutral count who gave each label, each row holds several answers.",
    );
    expect(wide.stderr).toContain(
      "Each of the columns joy, fear and neutral is read as a label, and its number as how many people gave it: fear 1 in the first row with labels.",
    );
    expect(readFileSync(join(cwd, "t.study.yaml"), "utf8")).toContain(
      "\nwide: [joy, fear, neutral]\n",
    );
    expect(existsSync(join(cwd, "t.rows.csv"))).toBe(false);
  });

  it("a share in percent, until --count names it", async () => {
    const share = (i: number): string => ["45 %", "5 %", "50,5 %"][i % 3]!;
    const cwd = table(["queue", "share"], (i) => [queue(i), share(i)], ";");
    const { status, refusal } = await started(cwd);
    expect([status, refusal]).toEqual([2, expect.stringContaining("share may count people")]);
    const chosen = await started(cwd, "--count", "share");
    expect(chosen.status, chosen.stderr).toBe(0);
    expect(chosen.stderr).toContain("share: 45 % is read as 45.");
    const rows = readFileSync(join(cwd, "t.rows.csv"), "utf8").split("\n");
    expect(rows[3]).toBe(`${messages[2]} (2),other,50.5`);
  });
});

describe("start reads, and says how,", () => {
  it("names and labels with blanks around them, and a column of texts without a name", async () => {
    const cwd = table([" place", "", " queue"], (i) => [
      ` P${i % 2}`,
      `by ${i % 3}`,
      ` ${queue(i)}`,
    ]);
    const x = ["--x", "message,place,column 3"];
    const { status, stderr } = await started(cwd, "--y", "queue", ...x);
    expect(status, stderr).toBe(0);
    expect(stderr).toContain("24 rows have blanks around the label, which are left out of it.");
    const result = readFileSync(join(cwd, "t.pmi.csv"), "utf8");
    expect(result.split("\n")[0]).toMatch(/^message,place,column 3,queue,y,/);
    expect(await promptnce(["report", "t.pmi.csv", "--force"], { cwd })).toMatchObject({
      status: 0,
    });
  });

  it("a cross table by two lines of a header, whose answers have no name", async () => {
    const cwd = newFolder();
    const lines = [
      ",Total,Gender,,Age,",
      ",,Women,Men,Under 40,40 and over",
      "Unweighted base,1001,510,491,480,521",
      "Worried,50,60,40,30,70",
      "Calm,40,30,50,50,30",
      "Neither,10,10,10,20,0",
    ];
    writeFileSync(join(cwd, "t.csv"), `${lines.join("\n")}\n`);
    const header = ["--header", "2"];
    expect((await started(cwd)).refusal).toContain("Say which is right with --header 2, ");
    const groups = "Gender - Women,Gender - Men,Age - Under 40,Age - 40 and over";
    const where = ["--where", "column 1!=Unweighted base"];
    const { refusal } = await started(cwd, ...header);
    expect(refusal).toContain(
      `--where 'column 1!=Unweighted base' (leaves it out), --groups "${groups}"`,
    );
    const { status, stderr } = await started(cwd, ...header, ...where, "--groups", groups);
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('60 of Gender - Women gave "Worried".');
    expect(stderr).toContain(
      '"Gender - Women": Worried 60.0 %, Calm 30.0 %, Neither 10.0 % of 100 people.',
    );
  });

  it("commas between thousands, without the row of totals", async () => {
    const lines = ["place,Yes,No", ...[7, 8, 9].map((i) => `Ward ${i},${100 * i},${90 + i}`)];
    const cwd = newFolder();
    const total = 'Total,"2,400",314';
    writeFileSync(join(cwd, "t.csv"), `${[...lines, "Ward 0,0,20", total].join("\n")}\n`);
    const wide = ["--wide", "Yes,No"];
    expect((await started(cwd, ...wide)).refusal).toContain(
      "\"Total\" in place is the sum of all other rows. Say which is right with --where 'place!=Total' (leaves it out)",
    );
    const { status, stderr } = await started(cwd, ...wide, "--where", "place!=Total");
    expect(status, stderr).toBe(0);
    expect(stderr).toContain("--where keeps 4 of 5 rows");
    const study = readFileSync(join(cwd, "t.study.yaml"), "utf8");
    expect(study).toContain("where: {place!: Total}");
  });

  it("decimal commas", async () => {
    const votes = (i: number): string => ["3,5", "4,0", "1,25"][i % 3]!;
    const cwd = table(["queue", "votes"], (i) => [queue(i), votes(i)], ";");
    const { status, stderr } = await started(cwd);
    expect(status, stderr).toBe(0);
    expect(stderr).toContain("votes: 3,5 is read as 3.5.");
    expect(readFileSync(join(cwd, "t.rows.csv"), "utf8")).toContain(
      `${messages[0]} (0),billing,3.5`,
    );
    expect(readFileSync(join(cwd, "t.study.yaml"), "utf8")).toContain("rows: t.rows.csv\n");
  });

  it("a table with one empty cell, whose row is reported", async () => {
    const cwd = table(["queue", "votes"], (i) => [queue(i), i === 3 ? "" : 1 + i]);
    const { status, stderr } = await started(cwd);
    expect(status, stderr).toBe(0);
    expect(stderr).toContain("votes counts people");
    expect(stderr).toContain("line 5: votes is empty");
  });

  it("ordered answers by group with weights", async () => {
    const cwd = newFolder();
    const groups = ["men under 30 in cities", "women over 60 in villages", "people without work"];
    const more = ["students far from home", "retired people in towns"];
    const answers = ["strongly agree", "agree", "disagree"];
    const lines = Array.from({ length: 30 }, (_, i) =>
      [[...groups, ...more][i % 5], answers[i % 3], ["0.7", "1.3"][i % 2]].join(","),
    );
    writeFileSync(join(cwd, "t.csv"), `group,answer,weight\n${lines.join("\n")}\n`);
    const { status, stderr } = await started(cwd);
    expect(status, stderr).toBe(0);
    expect(stderr).toContain(
      "x is group, y is answer, each row is one person's answer (30 rows, 15 different pairs), weight weighs rows.",
    );
    expect(stderr).toContain("answer is a scale, in this order: disagree, agree, strongly agree.");
    const study = readFileSync(join(cwd, "t.study.yaml"), "utf8");
    expect(study).toContain("\nweight: weight\n");
    expect(study).toContain("  labels: [disagree, agree, strongly agree]\n  ordered: true\n");
  });

  it("numbers as a scale only in a column that is named as a rating", async () => {
    const cwd = table(["Stars (1-5)", "code"], (i) => [1 + (i % 5), 1 + (i % 3)]);
    const named = ["--x", "message", "--no-count"];
    const stars = await started(cwd, ...named, "--y", "Stars (1-5)");
    expect(stars.status, stars.stderr).toBe(0);
    const study = (): string => readFileSync(join(cwd, "t.study.yaml"), "utf8");
    expect(study()).toContain('  labels: ["1", "2", "3", "4", "5"]\n  ordered: true\n');
    const codes = await started(cwd, ...named, "--y", "code", "--force");
    expect(codes.status, codes.stderr).toBe(0);
    expect(codes.stderr).toContain(
      'code holds 1, 2, 3. If these are a scale, list them as labels in t.study.yaml, with "ordered: true".',
    );
    expect(study()).toContain("  # ordered: true\n");
  });
});

it("draws the ten pairs from the whole table", async () => {
  const cwd = table(["queue", "votes"], (i) => [queue(i), 1 + i]);
  const { stderr } = await started(cwd);
  expect(stderr).toContain("Asked about 10 pairs drawn at random");
  const rows = readFileSync(join(cwd, "t.pmi.csv"), "utf8");
  expect(rows).toMatch(/\((1[2-9]|2\d)\)/);
});
