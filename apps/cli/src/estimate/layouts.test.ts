import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { read } from "./pairs.test.support.ts";

const HEARD = `clip,heard
lift,talk;music
lift,talk
lift,traffic
yard,music
yard,music;traffic
yard,music;talk
roof,traffic
roof,talk;traffic
`;
const RATED = `clip,r1,r2,r3
lift,talk,music,talk
yard,music,,traffic
roof,traffic,traffic,traffic
roof,,music,
`;
const ASKED = `clip,How loud?,How long?
lift,loud,long
lift,quiet,
lift,loud,short
yard,quiet,short
yard,quiet,long
yard,loud,short
`;

/** The result of a study of these rows, whose respondent answers as people do. */
async function truthful(rows: string, keys: string, task: string = "fields: [clip]") {
  const folder = newFolder();
  writeFileSync(join(folder, "rows.csv"), rows);
  const study = join(folder, "study.yaml");
  const phrases = "name: clips, person: a person, sees: ONE clip, event: says what it holds";
  writeFileSync(
    study,
    `rows: rows.csv\ntask: {${phrases}, label: sound, ${task}}\nprofile: truthful\nmethods: [promptnce:ungrounded, direct-split:ungrounded]\n${keys}`,
  );
  const run = await promptnce(["estimate", study, "--yes"], { cwd: folder });
  expect(run.status, run.stderr).toBe(0);
  return { ...run, rows: read(run.stdout) };
}

describe("a truthful respondent is recovered from people's answers", () => {
  it.each([
    ["a column for each rater", RATED, "raters: [r1, r2, r3]\n", undefined],
    [
      "a column for each question",
      ASKED,
      "questions: [How loud?, How long?]\nx: [clip]\ncount: rows\n",
      "fields: [question, clip], given: [question]",
    ],
    [
      "several labels of a person in a cell",
      HEARD,
      "y: heard\nseveral: true\n",
      "fields: [clip], several: true",
    ],
  ])("of %s", async (_, table, keys, task) => {
    const { rows, stderr } = await truthful(table, keys, task);
    expect(rows.length).toBeGreaterThan(10);
    for (const { pmi, true_pmi, status } of rows) {
      expect([status, Number(pmi)]).toEqual(["ok", expect.closeTo(Number(true_pmi), 9)]);
    }
    expect(stderr).not.toContain("several: true");
  });

  it("of which one may give several labels, as the task has to say", async () => {
    const { stderr } = await truthful(HEARD, "y: heard\nseveral: true\n");
    expect(stderr).toContain(
      'heard: talk;music is read as "talk" and "music", of one person. P(y|x) is the share of people',
    );
    expect(stderr).toContain('say so in the task with "several: true"');
  });
});
