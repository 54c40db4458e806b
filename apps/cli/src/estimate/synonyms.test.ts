import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const TASK = `name: moods
person: a rater
sees: ONE comment
event: names its mood
label: mood
fields: [comment]
`;
const ROWS = [
  "comment,mood,n",
  ...["happy,6", "joyful,2", "sad,1", "angry,1"].map((end) => `well done,${end}`),
  ...["happy,1", "sad,6", "angry,3"].map((end) => `oh no,${end}`),
  ...["joyful,3", "sad,2", "angry,5"].map((end) => `stop,${end}`),
].join("\n");

async function run(more: string, ...args: readonly string[]) {
  const folder = newFolder();
  const [rows, task, out] = ["rows.csv", "moods.yaml", "out.csv"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(rows, ROWS);
  writeFileSync(task, `${TASK}${more}\n`);
  const line = [
    "estimate",
    rows,
    "--task",
    task,
    "--y",
    "mood",
    "--count",
    "n",
    "--out",
    out,
    "--k",
    "2",
  ];
  const { status, stderr } = await promptnce([...line, "--profile", "truthful", ...args]);
  const read = () =>
    Papa.parse<Record<string, string>>(readFileSync(out, "utf8"), { header: true }).data.slice(
      0,
      10,
    );
  return { status, stderr, read };
}

it.each(["promptnce:empirical", "direct-split:empirical", "promptnce:ungrounded"])(
  "sums declared synonyms alike in truth and estimate: %s recovers both from a truthful respondent",
  async (method) => {
    const { status, read } = await run("synonyms: [[happy, joyful]]", "--methods", method);
    expect(status).toBe(0);
    const rows = read();
    for (const row of rows) {
      for (const term of ["conditional", "marginal", "pmi"]) {
        expect(Number(row[term])).toBeCloseTo(Number(row[`true_${term}`]), 9);
      }
    }
    const [happy, joyful] = rows as [Record<string, string>, Record<string, string>];
    expect([happy["count"], happy["true_conditional"], joyful["pmi"]]).toEqual([
      "8",
      "0.8",
      happy["pmi"],
    ]);
  },
);

it("keeps labels apart without a declaration of synonyms", async () => {
  const { read } = await run("", "--methods", "promptnce:empirical");
  expect(read()[0]).toMatchObject({ count: "6", true_conditional: "0.6" });
});

it("refuses synonyms for methods without probabilities, and unknown labels by line and column", async () => {
  const direct = await run("synonyms: [[happy, joyful]]", "--methods", "direct-pmi");
  expect([direct.status, direct.stderr]).toEqual([
    2,
    expect.stringContaining("direct-pmi gives no probabilities"),
  ]);
  const typo = await run("labels: [happy, joyful, sad, angry]\nsynonyms: [[happy, joyfull]]");
  expect([typo.status, typo.stderr]).toEqual([
    1,
    expect.stringMatching(
      /moods\.yaml, line 8, column 12: synonyms 1 holds joyfull, which is none of labels/,
    ),
  ]);
});
