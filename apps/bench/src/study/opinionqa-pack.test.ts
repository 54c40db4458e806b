import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { readCsv } from "../testing/read-csv.test.support.ts";
import { runMain } from "../testing/run-main.test.support.ts";
import { opinionQaPack } from "./opinionqa-pack.ts";

const questions = Array.from({ length: 12 }, (_, i) => `HABIT${i}_W1`);
const answers = ["Yes, often", "Rarely", "Never"];
const groups = [
  ["POLPARTY", "Democrat"],
  ["POLPARTY", "Republican"],
  ["SEX", "Male"],
  ["SEX", "Female"],
] as const;

/** A folder with made-up people's answers, as the fetched tables have them. */
function surveyFolder(): string {
  const folder = newFolder();
  const people = questions.flatMap((question, q) =>
    groups.flatMap(([attribute, group], g) =>
      answers.map((answer, a) => {
        const count = 1 + ((7 * q + 5 * g + 3 * a) % 11);
        return `${question},${attribute},${group},"${answer}",${count}`;
      }),
    ),
  );
  const listed = questions.flatMap((question, q) =>
    answers.map((answer, a) => `${question},Habit ${q}?,${a + 1},"${answer}"`),
  );
  const write = (name: string, lines: readonly string[]): void =>
    writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
  write("opinionqa-people.csv", ["question,attribute,group,answer,people", ...people]);
  write("opinionqa-questions.csv", ["question,text,position,answer", ...listed]);
  return folder;
}

describe("OpinionQA's people as a dataset", () => {
  it("has a group as x and its question as context, in which base rates are", () => {
    const [dataset] = opinionQaPack(surveyFolder()).datasets;
    const x = { question: "Habit 0?", among: "Democrats and Republicans", group: "Democrat" };
    const pair = dataset?.observations.find(({ x: { question, group }, y }) => {
      return question === x.question && group === x.group && y === "Rarely";
    });
    const context = { question: x.question, among: x.among };
    expect(pair).toMatchObject({ x, y: "Rarely", context, conditional: 4 / 12 });
    const republicans = [6, 9, 1];
    expect(pair?.marginal).toBeCloseTo((4 + republicans[1]!) / (12 + 16), 12);
    expect(dataset?.marginalIn?.(context).size).toBe(3);
  });

  it("is asked of a decision model, and a truthful one is told from people by nothing", async () => {
    const folder = surveyFolder();
    const what = "--dataset opinionqa --experiment decisions --pairs 60 --dev 20 --k 3";
    const whom = "--read-from decisions --profile truthful";
    const args = [...`${what} ${whom}`.split(" "), "--data", folder, "--out", "out"];
    const { code, stderr } = await runMain(args, folder);
    expect(code, stderr).toBe(0);
    const rows = await readCsv(join(folder, "out", "tables", "decisions-people.csv"));
    const verdicts = new Map(rows.map((row) => [row["way"], row["verdict"]]));
    expect(verdicts.get("a statement about y")).toBe("no difference from people is shown");
    expect(rows.map((row) => row["dataset"])).toEqual(["opinionqa", "opinionqa", "opinionqa"]);
    expect((await runMain(["report", "out", "--data", folder], folder)).code).toBe(0);
  });

  it("needs the folder of its files, and says what makes them", async () => {
    const folder = newFolder();
    const run = (...more: readonly string[]) =>
      runMain(["--dataset", "opinionqa", ...more], folder);
    const fetched = expect.stringContaining("promptnce datasets fetch opinionqa") as string;
    expect(await run()).toMatchObject({ code: 2, stderr: fetched });
    expect(await run("--data", folder)).toMatchObject({ stderr: fetched });
  });
});
