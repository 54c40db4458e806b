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

interface Study {
  /** The task's fields, and what else it says. */
  readonly task?: string | undefined;
  readonly profile?: string | undefined;
}

/** The result of a study of these rows. */
async function estimated(
  rows: string,
  keys: string,
  { task = "fields: [clip]", profile = "truthful" }: Study = {},
) {
  const folder = newFolder();
  writeFileSync(join(folder, "rows.csv"), rows);
  const study = join(folder, "study.yaml");
  const phrases = "name: clips, person: a person, sees: ONE clip, event: says what it holds";
  const lines = [
    "rows: rows.csv",
    `task: {${phrases}, label: sound, ${task}}`,
    `profile: ${profile}`,
    "methods: [promptnce:ungrounded, direct-split:ungrounded]",
    keys,
  ];
  writeFileSync(study, lines.join("\n"));
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
    const { rows, stderr } = await estimated(table, keys, { task });
    expect(rows.length).toBeGreaterThan(10);
    for (const { pmi, true_pmi, status } of rows) {
      expect([status, Number(pmi)]).toEqual(["ok", expect.closeTo(Number(true_pmi), 9)]);
    }
    expect(stderr).not.toContain("several: true");
  });

  it("of which one may give several labels, as the task has to say", async () => {
    const { stderr } = await estimated(HEARD, "y: heard\nseveral: true\n");
    expect(stderr).toContain(
      'heard: talk;music is read as "talk" and "music", of one person. P(y|x) is the share of people',
    );
    expect(stderr).toContain('say so in the task with "several: true"');
  });
});

/** A table as text. */
function csv(...rows: readonly (readonly (string | number)[])[]): string {
  return `${rows.map((cells) => cells.join()).join("\n")}\n`;
}

describe("a survey has one rho over its pairs, whether it is kept as", () => {
  const answers = Array.from({ length: 120 }, (_, i) => {
    return { clip: `clip ${i % 12}`, y: "abc"[((i % 12) + (i % 5) * (i % 3)) % 3]! };
  });
  const byClip = [...Map.groupBy(answers, ({ clip }) => clip)];
  const pairs = byClip.flatMap(([clip, all]) =>
    Array.from(
      Map.groupBy(all, ({ y }) => y),
      ([y, some]) => [clip, y, some.length] as const,
    ),
  );
  const raters = Array.from({ length: 10 }, (_, i) => `r${i}`);

  /** What is said of the agreement with people, without the number of rows. */
  const agreement = async (rows: string, keys: string): Promise<string[]> => {
    const { stderr } = await estimated(rows, keys, { profile: "model-like" });
    const lines = stderr.split("\n").filter((line) => /rho (= .* with their|of P)/.test(line));
    expect(lines).toHaveLength(4);
    return lines.map((line) => line.replace(/ \(\d+ rows\)/, ""));
  };

  it.each([
    [
      "a row for each answer",
      csv(["clip", "y"], ...answers.map(({ clip, y }) => [clip, y])),
      "y: y\n",
    ],
    [
      "a column for each rater",
      csv(["clip", ...raters], ...byClip.map(([clip, all]) => [clip, ...all.map(({ y }) => y)])),
      `raters: [${raters.join()}]\n`,
    ],
    [
      "a list in each cell",
      csv(["clip", "y"], ...byClip.map(([clip, all]) => [clip, all.map(({ y }) => y).join(";")])),
      "y: y\nseveral: true\n",
    ],
  ])("%s or counted", async (_, rows, keys) => {
    const counted = csv(["clip", "y", "n"], ...pairs);
    expect(await agreement(rows, keys)).toEqual(await agreement(counted, "y: y\ncount: n\n"));
  });
});
