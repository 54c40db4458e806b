import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

/** What start says with --yes of a table with these lines, and the study it writes. */
async function started(lines: readonly string[], ...options: readonly string[]) {
  const cwd = newFolder();
  writeFileSync(join(cwd, "t.csv"), `${lines.join("\n")}\n`);
  const { status, stderr, stdout } = await promptnce(["start", "t.csv", "--yes", ...options], {
    cwd,
  });
  const study = (): string => readFileSync(join(cwd, "t.study.yaml"), "utf8");
  return { status, said: stderr, prompt: stdout, study };
}

const CLIPS = ["the street at noon", "the station at night", "a shop", "the river bank", "a park"];
const inTurn = (cells: (row: number) => string, rows = 30): string[] =>
  Array.from({ length: rows }, (_, i) => `${CLIPS[i % 5]},${cells(i)}`);
const of = (i: number): string => ["calm", "busy", "loud"][(i * i + (i >> 2)) % 3]!;

describe("start refuses what is not one label a row, and takes it by the option that it names:", () => {
  it("a column for each rater", async () => {
    const rows = ["clip,Anna,Ben,Cleo", ...inTurn((i) => [of(i), of(i + 1), of(i + 5)].join())];
    const refused = await started(rows);
    expect([refused.status, refused.said]).toEqual([
      2,
      "error: --raters: t.csv can be read in more than one way: Anna, Ben and Cleo hold the same labels (calm, busy, loud), as columns of several raters do. Say which is right with --raters Anna,Ben,Cleo or --y\n",
    ]);
    const taken = await started(rows, "--raters", "Anna,Ben,Cleo");
    expect(taken.status, taken.said).toBe(0);
    expect(taken.said).toMatch(/first x, "the street at noon": .* of 18 people\./);
    expect(taken.study()).toContain("\nraters: [Anna, Ben, Cleo]\n");
  });

  it("a column for each group of people", async () => {
    const rows = ["Response,Total,Women,Men", "Approve,45%,52%,38%", "Disapprove,55%,48%,62%"];
    const refused = await started(rows);
    expect([refused.status, refused.said]).toEqual([
      2,
      "error: --groups: t.csv can be read in more than one way: each Response has a number in each of Total, Women and Men, which may be groups of people. Say which is right with --groups Women,Men (each column is a group, and the rows its answers) or --x\n",
    ]);
    const taken = await started(rows, "--groups", "Women,Men");
    expect(taken.status, taken.said).toBe(0);
    expect(taken.said).toContain("x is the group, y is Response, Women and Men count who gave it,");
    expect(taken.said).toContain(
      'first x, "Women": Approve 52.0 %, Disapprove 48.0 % of 100 people.',
    );
    expect(taken.prompt).toContain("A person is shown the ONE group that they belong to and");
    expect(taken.prompt).toMatch(/GROUP:\n(?:Women|Men)\n/);
    expect(taken.study()).toContain("\ny: Response\ngroups: [Women, Men]\n");
  });

  it("a column for each question", async () => {
    const yes = (i: number): string => ["Yes", "No"][(i * i + (i >> 2)) % 2]!;
    const rows = ["group,Is it loud?,Is it far?", ...inTurn((i) => `${yes(i)},${yes(i + 3)}`)];
    const refused = await started(rows);
    expect([refused.status, refused.said]).toEqual([
      2,
      expect.stringContaining('Say which is right with --questions "Is it loud?,Is it far?" or'),
    ]);
    const taken = await started(rows, "--questions", "Is it loud?,Is it far?");
    expect(taken.status, taken.said).toBe(0);
    expect(taken.prompt).toMatch(/QUESTION:\nIs it (?:loud|far)\?\n\nGROUP:\nthe s/);
    expect(taken.study()).toContain("  fields: [question, group]\n");
    expect(taken.study()).toContain("  given: [question]\n");
  });

  it("several labels in a cell", async () => {
    const cells = ["calm;far", "far", "loud;calm;far", "loud", "calm"];
    const rows = ["clip,answer", ...inTurn((i) => cells[(i + (i >> 2)) % 5]!)];
    const refused = await started(rows);
    expect([refused.status, refused.said]).toEqual([
      2,
      'error: --several: t.csv can be read in more than one way: answer seems to hold several labels in a cell: calm;far is "calm" and "far". Say which is right with --several (splits it so) or --no-several (takes a cell as one label)\n',
    ]);
    const taken = await started(rows, "--several");
    expect(taken.status, taken.said).toBe(0);
    expect(taken.said).toContain('answer: calm;far is read as "calm" and "far", of one person.');
    expect(taken.study()).toContain("  several: true\n");
    expect(taken.study()).toContain("\nseveral: true\n");
    const whole = await started(rows, "--no-several");
    expect([whole.status, whole.study().includes("several: true")]).toEqual([0, false]);
  });

  it("a second header and answers that may be none", async () => {
    const rows = [
      "group,came first",
      "Response,Response",
      ...inTurn((i) => ["hen", "egg", "Don't know"][i % 3]!),
    ];
    const { status, said } = await started(rows, "--x", "group", "--y", "came first");
    expect([status, said]).toEqual([
      2,
      expect.stringMatching(
        /^error: --header: .*\(Response\); came first has "Don't know" \(10\), which may be answers or none\. Say which is right with --header 2, --missing "Don't know" \(leaves them out\) or --missing NA \(keeps them as answers\)\n$/,
      ),
    ]);
    const taken = await started(rows, "--header", "2", "--missing", "Don't know");
    expect(taken.status, taken.said).toBe(0);
    expect(taken.study()).toContain("header: 2");
    expect(taken.said).toContain("(20 rows, 10 different pairs)");
  });
});

it("a workbook is read below its titles and merged cells, by the options that refusals name", async () => {
  const cwd = newFolder();
  const fixtures = join(import.meta.dirname, "../../../../packages/rows/fixtures/workbooks");
  copyFileSync(join(fixtures, "xlsxwriter.xlsx"), join(cwd, "ratings.xlsx"));
  const start = ["start", "ratings.xlsx", "--yes"];
  const first = await promptnce(start, { cwd });
  expect([first.status, first.stderr]).toEqual([
    1,
    "error: ratings.xlsx: the header seems to be line 4 (text, Anna, Ben, Cleo, sum), so say --skip 3.\n",
  ]);
  const read = await promptnce([...start, "--skip", "3", "--raters", "Anna,Ben,Cleo"], { cwd });
  expect([read.status, read.stderr]).toEqual([
    0,
    expect.stringContaining(`the first x, "A bell": 2 66.7 %, 1 33.3 % of 3 people.`),
  ]);
});

describe("start reads", () => {
  const survey = [
    "text,wave,q1",
    ...inTurn((i) => `${2 + (i % 2)},${[1, 2, 2, 9][(i >> 1) % 4]}`, 40),
  ];
  const columns = ["--x", "text", "--y", "q1", "--count", "rows"];

  it("the rows of one wave, with the labels of a codebook, and the study has both", async () => {
    const codebook = ["--labels", "1=Agree", "--labels", "2=Disagree"];
    const read = await started(survey, ...columns, ...codebook, "--where", "wave=3");
    expect(read.status, read.said).toBe(0);
    expect(read.said).toContain("--where keeps 20 of 40 rows");
    expect(read.said).toContain('q1 holds codes that --labels does not list: "9" (5 times');
    expect(read.prompt).toContain("- Disagree");
    expect(read.study()).toContain('\nlabels: {"1": Agree, "2": Disagree}\nwhere: {wave: "3"}\n');
  });

  it("codes as they stand where no codebook is given, and says how to give one", async () => {
    const read = await started(survey, ...columns, "--missing", "9");
    expect(read.said).toContain(
      "q1 holds 1 and 2. If these are codes, say what each stands for, as --labels 1=LABEL.",
    );
  });

  it("votes and labels in another encoding, from a file of labels in UTF-8", async () => {
    const cwd = newFolder();
    const rows = ["text,Stimmung,Stimmen", ...inTurn((i) => `${["ruhig,3/5", "müde,2/5"][i % 2]}`)];
    writeFileSync(join(cwd, "t.csv"), Buffer.from(rows.join("\n"), "latin1"));
    writeFileSync(join(cwd, "labels.txt"), "ruhig\nmüde\n");
    const read = ["--encoding", "windows-1252", "--labels", "labels.txt"];
    const { status, stderr } = await promptnce(["start", "t.csv", "--yes", ...read], { cwd });
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining(
        "x is text, y is Stimmung, Stimmen counts people. Stimmen holds votes: 3/5 is 3 of 5 people.",
      ),
    ]);
  });
});

describe("start says", () => {
  it("that rows are counted, with people's shares for the first x, before any prompt", async () => {
    const { said, study } = await started(["clip,mood", ...inTurn(of)]);
    expect(said).toContain("x is clip, y is mood, each row is one person's answer (30 rows, ");
    expect(said).toMatch(/People's answers to the first x, "the street at noon": \w+ \d+\.\d %, /);
    expect(study()).toContain("\ncount: rows\n");
  });

  it("that weights of edges are counts", async () => {
    const rows = [
      "src,tgt,wt",
      ...CLIPS.flatMap((clip, i) => [`${clip},sea,${9 - i}`, `${clip},sun,${2 + i}`]),
    ];
    const { status, said } = await started(rows, "--x", "src", "--y", "tgt");
    expect(status, said).toBe(0);
    expect(said).toContain(
      "x is src, y is tgt, wt counts people. The numbers of wt are whole, and each pair stands once, as counts do.",
    );
    expect(said).toContain('"the street at noon": sea 81.8 %, sun 18.2 % of 11 people.');
  });

  it("that two groups have no grounded base rate, and chooses the method without", async () => {
    const rows = ["sex,answer,n", "women,yes,5", "women,no,3", "men,yes,2", "men,no,4"];
    const { status, said, study } = await started(rows);
    expect(status, said).toBe(0);
    expect(said).toContain(
      "The method is promptnce:ungrounded: a grounded base rate shows 4 pairs",
    );
    expect(study()).toContain('methods: ["promptnce:ungrounded"]');
  });
});

describe("start makes a prompt", () => {
  it("of labels that come late, or have several lines", async () => {
    const late = inTurn((i) => (i < 90 ? "" : of(i)), 120);
    const { status, said } = await started(["clip,mood", ...late]);
    expect(status, said).toBe(0);
    const lines = inTurn((i) => `"line ${of(i)}\nand a second"`);
    const programs = await started(["clip,code", ...lines], "--x", "clip", "--y", "code");
    expect(programs.status, programs.said).toBe(0);
    expect(programs.study()).toContain("  long: true\n");
  });

  it.each([
    ["class", "mood", "class", "classes"],
    ["city", "mood", "city", "cities"],
    ["q12", "How often do you travel?", "answer", "answers"],
  ])("with words for a label called %s and an x called %s", async (y, x, label, plural) => {
    const { prompt } = await started([`${x},${y}`, ...inTurn(of)], "--x", x, "--y", y);
    expect(prompt).toContain(`Candidate ${plural} `);
    expect(prompt).toContain(`the ${label} that fits it`);
    expect(prompt).not.toContain("ONE How often");
  });
});
