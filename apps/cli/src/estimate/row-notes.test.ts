import { describe, expect, it } from "vitest";
import { promptnce } from "../promptnce.test.support.ts";
import { given } from "./pairs.test.support.ts";

const CUES = ["cat", "sun", "tree", "sea", "night", "day"];

/** What the command says of a table with these cells beside a cue. */
async function said(header: string, cells: (row: number) => string, ...options: string[]) {
  const rows = Array.from({ length: 24 }, (_, i) => `${CUES[i % 6]!},${cells(i)}`);
  const { args } = given(`cue,${header}\n${rows.join("\n")}\n`);
  const { status, stderr } = await promptnce([...args, ...options]);
  expect(status, stderr).toBe(0);
  return stderr;
}

const label = (i: number): string => ["calm", "busy", "loud"][Math.floor(i / 6) % 3]!;
const other = (i: number): string => ["calm", "busy", "loud"][(i + Math.floor(i / 5)) % 3]!;

describe("estimate says what the first rows make doubtful of the columns that are named:", () => {
  it.each([
    [
      "a column that counts people and is not named",
      "response,n",
      (i: number) => `${label(i)},${1 + (i % 7)}`,
      "n seems to count people, and is not used: name it with --count n.",
    ],
    [
      "other raters than the one that is named",
      "response,second",
      (i: number) => `${label(i)},${other(i)}`,
      "and response is one of them; if so, say --raters response,second.",
    ],
    [
      "several labels in a cell",
      "response",
      (i: number) => ["calm;busy", "busy", "loud;calm", "calm"][i % 4]!,
      'calm;busy is "calm" and "busy"; if so, say --several.',
    ],
    [
      "answers that may be none",
      "response",
      (i: number) => ["calm", "busy", "Don't know"][i % 3]!,
      'response has "Don\'t know" (8), which may be answers or none; if so, say --missing "Don\'t know"',
    ],
  ])("%s", async (_, header, cells, sentence) => {
    expect(await said(header, cells)).toContain(sentence);
  });

  it("a total that is named as the count", async () => {
    const cells = (i: number): string =>
      `${label(i)},${i % 3},${(i * 5) % 4},${(i % 3) + ((i * 5) % 4)}`;
    expect(await said("response,calm,busy,all", cells, "--count", "all")).toContain(
      "all is the sum of calm and busy: it tells how many answered, and not how many gave the label; if each of these is a label, say --wide calm,busy.",
    );
  });

  it("nothing of a plain table", async () => {
    const notes = await said("response,n", (i) => `${label(i)},${1 + (i % 7)}`, "--count", "n");
    expect(notes.split("\n")[0]).toMatch(/^(asked about|estimated)/);
  });
});
