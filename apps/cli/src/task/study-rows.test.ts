import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const TASK = "name: t, person: a rater, sees: ONE clip, event: hears, label: mood";

/** What task check prints of a study with these keys. */
async function checked(keys: string, ...rows: readonly string[]): Promise<string[]> {
  const cwd = newFolder();
  const fields = keys.startsWith("questions") ? "question, clip" : "clip";
  if (rows.length > 0) writeFileSync(join(cwd, "t.csv"), `${rows.join("\n")}\n`);
  writeFileSync(
    join(cwd, "t.yaml"),
    `rows: t.csv\ntask: {${TASK}, fields: [${fields}]}\n${keys}\n`,
  );
  const { status, stdout, stderr } = await promptnce(["task", "check", "t.yaml"], { cwd });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout.trim().split("\n").slice(1);
}

describe("task check says of a study's rows", () => {
  it.each([
    ["each row is one person's answer", "y: mood", "clip,mood", "a,calm", "a,busy", "a,calm"],
    ["n counts people", "y: mood\ncount: n", "clip,mood,n", "a,calm,3", "a,busy,1"],
    [
      "each row holds several answers, in Anna and Ben",
      "raters: [Anna, Ben]",
      "clip,Anna,Ben",
      "a,calm,busy",
    ],
    [
      "each row is one person's answer",
      "y: mood\nwhere: {wave: 2}",
      "clip,mood,wave",
      "a,calm,2",
      "a,calm,2",
      "b,calm,1",
    ],
    [
      "each row is a pair to be estimated, since no pair repeats in the first rows",
      "y: mood",
      "clip,mood",
      "a,calm",
      "a,busy",
    ],
  ])("%s", async (what, keys, ...rows) => {
    expect(await checked(keys, ...rows)).toEqual([`t.csv: ${what}.`]);
  });

  it.each(["[long, loud]", "{long: How long?, loud: How loud?}"])(
    "the columns of questions %s, and not that they may be such",
    async (questions) => {
      const cells = ["a,yes,no", "b,no,no", "c,yes,yes", "d,no,yes", "e,yes,no", "f,no,no"];
      expect(await checked(`questions: ${questions}`, "clip,long,loud", ...cells)).toEqual([
        "t.csv: each row holds several answers, in long and loud.",
      ]);
    },
  );

  it("what is doubtful, with the option that decides", async () => {
    const rows = ["a,calm;busy", "a,busy", "b,busy;calm", "b,calm", "c,calm"];
    expect(await checked("y: mood", "clip,mood", ...rows)).toEqual([
      "t.csv: each row is a pair to be estimated, since no pair repeats in the first rows.",
      'mood seems to hold several labels in a cell: calm;busy is "calm" and "busy"; if so, say --several.',
    ]);
    expect(await checked("y: mood\nseveral: false", "clip,mood", ...rows)).toHaveLength(1);
  });

  it("that they are not there", async () => {
    expect(await checked("y: mood")).toEqual([
      "t.csv is not there, so that its rows are not checked.",
    ]);
  });
});
