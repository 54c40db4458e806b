import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scorecard } from "@promptnce/core/scorecard";
import { resultFrame } from "@promptnce/rows/results";
import { gateVerdict } from "@promptnce/rows/summary";
import { expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

/** 16 cues with three responses each, and how many people gave them. */
const LINES = Array.from({ length: 48 }, (_, i) => {
  const cue = i % 16;
  return { cue: `cue ${cue}`, response: `word ${(cue + Math.floor(i / 16)) % 7}`, n: 1 + (i % 5) };
});

/** The result of the simulated respondent, and what its summary says of people. */
async function estimated(folder: string, name: string, rows: readonly string[]) {
  const [file, out] = [join(folder, `${name}.csv`), join(folder, `${name}.out.csv`)];
  writeFileSync(file, `${rows.join("\n")}\n`);
  const args = ["estimate", file, "--task", "words", "--y", "response", "--out", out];
  const counted = rows[0]!.endsWith(",n") ? ["--count", "n"] : [];
  const methods = ["--methods", "marginalnce:empirical", "--yes"];
  const { status, stderr } = await promptnce([...args, ...counted, ...methods]);
  expect(status, stderr).toBe(0);
  const [, rho, low, high] = /rho = (\S+) ± .*\n +95 % of resamples have (\S+) to (\S+?)[;\n]/.exec(
    stderr,
  )!;
  const [, verdict] = /uses both x and y: ([a-z ]+)/.exec(stderr) ?? [];
  return { out, rho, low, high, verdict, people: /over .*? pairs.*?,/.exec(stderr)![0] };
}

it("the same pairs have one ρ, interval and verdict in estimate, report, compare and a program", async () => {
  const folder = newFolder();
  const lines = LINES.map(({ cue, response, n }) => `${cue},${response},${n}`);
  const found = await estimated(folder, "counted", ["cue,response,n", ...lines]);
  const { out, rho, low, high, verdict } = found;
  const [scored] = scorecard(await resultFrame(out)).columns;
  expect(verdict).toBe(gateVerdict(scored!)!.usesBoth);
  const printed = (value: number) => value.toFixed(2);
  expect([scored!.rho, scored!.interval.low, scored!.interval.high].map(printed)).toEqual([
    rho,
    low,
    high,
  ]);
  const { stdout } = await promptnce(["compare", out, out, "--json"]);
  const [{ a, intervalA }] = JSON.parse(stdout).groups[0].measures;
  expect({ rho: a, interval: intervalA }).toEqual({ rho: scored!.rho, interval: scored!.interval });
  await promptnce(["report", out]);
  const html = readFileSync(out.replace(".csv", ".html"), "utf8");
  expect(html).toContain(`data-value="${scored!.rho}"`);
});

it("a survey has one ρ, counted or a row for each answer, shuffled or not", async () => {
  const folder = newFolder();
  const counted = LINES.map(({ cue, response, n }) => `${cue},${response},${n}`);
  const answers = LINES.flatMap(({ cue, response, n }) =>
    Array.from({ length: n }, () => `${cue},${response}`),
  );
  const shuffled = answers.toSorted((a, b) =>
    a.split("").reverse() < b.split("").reverse() ? -1 : 1,
  );
  const { out, people, ...once } = await estimated(folder, "a", ["cue,response,n", ...counted]);
  const melted = await estimated(folder, "b", ["cue,response", ...shuffled]);
  expect(melted).toMatchObject(once);
  expect(melted.people).toBe(people.replace("pairs", `pairs (${answers.length} rows)`));
  const [one, other] = [await resultFrame(out), await resultFrame(melted.out)];
  expect(other.columns[0]!.pmi).toEqual(one.columns[0]!.pmi);
  expect(other.keys.people).toEqual(one.keys.people);
});
