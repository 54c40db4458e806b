import { describe, expect, it } from "vitest";
import { promptnce } from "../promptnce.test.support.ts";
import { given, read } from "./pairs.test.support.ts";

const COUNTED = `cue,response,n
cat,dog,3
cat,mouse,1
sun,moon,2
sun,dog,2
sea,water,1
`;

/** The same people, a row each. */
const answers = COUNTED.trim()
  .split("\n")
  .slice(1)
  .flatMap((line) => {
    const [cue, response, n] = line.split(",");
    return Array.from({ length: Number(n) }, () => `${cue},${response}`);
  });
const inTurn = answers.map((_, i) => answers[(4 * i) % answers.length]!);
const ANSWERS = `cue,response\n${inTurn.join("\n")}\n`;

const METHOD = ["--methods", "promptnce:ungrounded"];

/** People's PMI of each pair, and what the command says. */
async function truth(rows: string, ...options: readonly string[]) {
  const { status, stdout, stderr } = await promptnce([...given(rows).args, ...METHOD, ...options]);
  expect(status, stderr).toBe(0);
  const pairs = read(stdout).map(({ cue, y, true_pmi, count }) => {
    return [`${cue} ${y}`, [true_pmi, count]] as const;
  });
  return { pairs: new Map(pairs), stderr };
}

describe("rows that are answers", () => {
  it("give people's PMI as their counts do, where pairs repeat, and the command says so", async () => {
    const counted = await truth(COUNTED, "--count", "n");
    const { pairs, stderr } = await truth(ANSWERS);
    expect(pairs).toEqual(counted.pairs);
    expect(stderr).toContain(
      "Each row counts as one person's answer: no column counts people, and pairs repeat (9 rows, 5 different pairs).",
    );
    expect(counted.stderr).not.toContain("one person's answer");
  });

  it("may be counted by a column of ones or in parts, which add up", async () => {
    const counted = await truth(COUNTED, "--count", "n");
    const ones = ANSWERS.replaceAll("\n", ",1\n").replace(",1", ",one");
    expect((await truth(ones, "--count", "one")).pairs).toEqual(counted.pairs);
    const parts = `${COUNTED.replace("cat,dog,3", "cat,dog,2")}cat,dog,1\n`;
    expect((await truth(parts, "--count", "n")).pairs).toEqual(counted.pairs);
  });

  it("are those of a table whose pairs all stand once only with --count rows", async () => {
    const once = "cue,response\ncat,dog\ncat,mouse\nsun,moon\n";
    expect((await truth(once)).pairs.get("cat dog")).toEqual([undefined, undefined]);
    const { pairs, stderr } = await truth(once, "--count", "rows");
    expect(Number(pairs.get("cat dog")?.[0])).toBeCloseTo(Math.log(1 / 2 / (1 / 3)), 12);
    expect(stderr).not.toContain("one person's answer");
    const named = await truth("cue,response,rows\ncat,dog,4\nsun,moon,1\n", "--count", "rows");
    expect(Number(named.pairs.get("cat dog")?.[0])).toBeCloseTo(Math.log(5 / 4), 12);
  });
});
