import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fencedBlocks } from "@promptnce/testing/markdown";
import { describe, expect, it } from "vitest";
import { read } from "../estimate/pairs.test.support.ts";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const document = join(import.meta.dirname, "../../../../docs/tables.md");
const blocks = fencedBlocks(readFileSync(document, "utf8"));

/** Each table of the document with the keys that it shows next. */
const tables = blocks.flatMap((block, i) => {
  const keys = blocks.slice(i + 1).find(({ language }) => language === "yaml");
  return block.title === "" || keys === undefined ? [] : [{ ...block, keys: keys.text }];
});

/** A task for tables of texts, or of questions to groups. */
function taskFor(keys: string): string {
  const areAsked = keys.includes("questions:");
  const own = keys.includes("groups:") ? "[group]" : "[text]";
  const fields = areAsked ? "[question, group]" : own;
  const given = areAsked ? ", given: [question]" : "";
  return `task: {name: notes, person: a reader, sees: ONE text, event: answers, label: answer, fields: ${fields}${given}}
methods: ["promptnce:ungrounded"]
`;
}

/** People's P(y|x) of each line of the result, as text. */
async function shares({ title, text: rows, keys }: (typeof tables)[number]): Promise<string[]> {
  const folder = newFolder();
  writeFileSync(join(folder, title), rows);
  const study = join(folder, "study.yaml");
  writeFileSync(study, `rows: ${title}\n${taskFor(keys)}${keys}`);
  const { status, stdout, stderr } = await promptnce(["estimate", study, "--yes"], { cwd: folder });
  expect(status, stderr).toBe(0);
  return read(stdout).map(({ text, question, group, y, true_conditional, status: outcome }) => {
    const x = text ?? [question, group].filter((part) => part !== undefined).join(" ");
    const share = Math.round(Number(true_conditional) * 1e4) / 1e4;
    return outcome!.startsWith("skipped") ? `${x}: none` : `${x}: ${y} ${share}`;
  });
}

describe("how a table holds answers", () => {
  it.each([
    [
      "notes.csv",
      ["The lift stopped: calm 0.6667", "The lift stopped: busy 0.3333", "A child waved: busy 1"],
    ],
    [
      "moods.csv",
      [
        "The lift stopped: calm 0.6667",
        "The lift stopped: unclear 0.3333",
        "A child waved: busy 1",
      ],
    ],
    [
      "approval.csv",
      [
        "women: approve 0.52",
        "men: approve 0.38",
        "women: disapprove 0.4",
        "men: disapprove 0.56",
        "women: not sure 0.08",
        "men: not sure 0.06",
      ],
    ],
    [
      "boxes.csv",
      [
        "To school: By bus 0.5",
        "To school: On foot 1",
        "To school: On foot 1",
        "To work: By bus 1",
      ],
    ],
    [
      "travel.csv",
      [
        "How often do you travel? towns: often 0.5",
        "Who gets the arm rest, in a row of two? towns: both 1",
        "How often do you travel? towns: never 0.5",
        "How often do you travel? villages: never 0.5",
        "Who gets the arm rest, in a row of two? villages: both 0.5",
        "How often do you travel? villages: often 0.5",
        "Who gets the arm rest, in a row of two? villages: neither 0.5",
      ],
    ],
    [
      "heard.csv",
      [
        "The lift stopped: talk 1",
        "The lift stopped: music 0.5",
        "The lift stopped: talk 1",
        "A child waved: music 1",
      ],
    ],
    [
      "survey.csv",
      [
        "Taxes should rise: Agree 0.6667",
        "Taxes should rise: Disagree 0.3333",
        "Taxes should rise: Agree 0.6667",
        "Taxes should rise: none",
      ],
    ],
  ])("%s is read by the keys beside it", async (title, expected) => {
    expect(await shares(tables.find((one) => one.title === title)!)).toEqual(expected);
  });

  it("has no table that is not tried here", () => {
    expect(tables).toHaveLength(7);
  });
});
