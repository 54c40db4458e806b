import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const lists = [
  ["often", "never"],
  ["big", "small"],
];

/** What four groups answered to two questions with answers of their own. */
const answers = lists.flatMap((labels, q) =>
  ["men", "women", "children", "students"].flatMap((group, g) =>
    labels.map((answer, i) => ({ question: `Q${q}`, group, answer, n: 1 + ((g + i) % 3) })),
  ),
);

async function estimated(fields: readonly string[], ...args: string[]) {
  const folder = newFolder();
  const [file, task] = [join(folder, "rows.csv"), join(folder, "opinions.yaml")];
  writeFileSync(file, Papa.unparse(answers));
  writeFileSync(
    task,
    `name: opinions
person: an adult
sees: a question
event: answers it
label: answer
fields: [${fields.join(", ")}]
`,
  );
  const columns = ["--y", "answer", "--task", task, "--out", join(folder, "out.csv")];
  return promptnce(["estimate", file, ...columns, ...args]);
}

it("refuses labels that belong to a field of x, naming --given and the column", async () => {
  const { status, stderr } = await estimated(["question", "group"], "--count", "n");
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(
      'rows.csv: labels belong to question, as answers belong to a question ("often", "never" with "Q0", and "big", "small" with "Q1"), so a base rate over all rows means nothing; name that column with --given question or, if any input may have any label, list the labels with --labels.',
    ),
  ]);
});

it("takes the same rows given the question", async () => {
  const named = ["--given", "question", "--methods", "promptnce:implied"];
  const { status, stderr } = await estimated(["question", "group"], ...named);
  expect([status, stderr]).toEqual([0, expect.not.stringContaining("has its own labels")]);
});

it("says in one line that labels differ with a column that x does not say, and estimates", async () => {
  const { status, stderr } = await estimated(["group"]);
  expect(status).toBe(0);
  expect(stderr).toContain(
    'Each question has its own labels ("often", "never" with "Q0", and "big", "small" with "Q1"). Add --given question, so that base rates are those of each.\n',
  );
});
