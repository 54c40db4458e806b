import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scorecard } from "@promptnce/core/scorecard";
import { measures, openRun, pairUp } from "@promptnce/rows/compare";
import { resultFrame } from "@promptnce/rows/results";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it } from "vitest";
import { readCsv } from "../testing/read-csv.test.support.ts";
import { runMain } from "../testing/run-main.test.support.ts";

const METHODS = ["direct-split", "direct-pmi"];

/** The method whose estimates enter the challenge. */
const ENTERED = "direct-split";

/** The estimates of a method as `promptnce estimate` writes them, beside people's numbers. */
async function resultOf(folder: string, method: string): Promise<string> {
  const lines = (await readCsv(join(folder, "estimates.csv")))
    .filter((row) => row["method"] === method)
    .map((row) => ({
      x: row["x"],
      y: row["y"],
      method,
      model: "simulated",
      pmi: row["est_pmi"],
      conditional: row["est_conditional"],
      marginal: row["est_marginal"],
      other: row["est_other"],
      status: row["status"],
      true_pmi: row["pmi"],
      true_conditional: row["conditional"],
      true_marginal: row["marginal"],
    }));
  const cells = lines.map((line) =>
    Object.values(line)
      .map((cell) => `"${cell ?? ""}"`)
      .join(),
  );
  const file = join(folder, `${method}.csv`);
  writeFileSync(file, [Object.keys(lines[0]!).join(), ...cells, ""].join("\n"));
  return file;
}

/** What `bench challenge score` finds of the method's estimates of PMI. */
async function entryOf(folder: string, method: string) {
  await runMain(["challenge", "predictions", folder, "--method", method, "--out", "p.csv"], folder);
  const asked = ["challenge", "score", "p.csv", "--name", method, "--simulated", "--out"];
  await runMain([...asked, `${method}.jsonl`], folder);
  return JSON.parse(readFileSync(join(folder, `${method}.jsonl`), "utf8")).scores[0];
}

function textOf(isShown: boolean | undefined, unknown: string, shown: string, not: string) {
  if (isShown === undefined) return unknown;
  return isShown ? shown : not;
}

it.each([
  ["the same pairs have one ρ, error, interval and verdict", 500],
  ["so do pairs that are too few for a verdict", 20],
])("%s in bench, challenge score, compare and a program", async (_, evaluated) => {
  const folder = newFolder();
  const size = ["--pairs", `${evaluated}`];
  const run = ["--dataset", "synthetic-words", "--experiment", "pmi", ...size, "--out", "."];
  expect(await runMain([...run, "--methods", METHODS.join()], folder)).toMatchObject({ code: 0 });
  const table = await readCsv(join(folder, "tables/pmi.csv"));
  const files = [];
  for (const method of METHODS) {
    const row = table.find((one) => one["method"] === method)!;
    const file = await resultOf(folder, method);
    files.push(file);
    const [found] = scorecard(await resultFrame(file), { unit: "pair" }).columns;
    const { rho, rhoError, gate, pairs } = found!;
    expect([row["rho"], row["rho_se"]].map(Number)).toEqual([rho, rhoError]);
    expect(row["scored"]).toMatch(new RegExp(`^${pairs} of ${evaluated}`));
    const isShown = evaluated < 30 ? undefined : gate!.aboveChance;
    expect(row["uses_both"]).toBe(textOf(isShown, "too few pairs", "shown", "not shown"));
    if (method !== ENTERED) continue;
    expect(await entryOf(folder, method)).toMatchObject({
      scored: pairs,
      rho: { value: rho, standardError: rhoError },
      shows: textOf(isShown, "too few", "pairs", "nothing"),
    });
  }
  const [a, b] = await Promise.all(files.map(openRun));
  const rowsOf = (run: typeof a) => () => run!.rows("pmi", []);
  const [group] = (await pairUp(rowsOf(a), rowsOf(b))).groups;
  const shared = scorecard(group!.frame, { unit: "pair" }).shared([0, 1])!;
  const { difference, low, high, p } = shared.difference(0, 1);
  expect(measures(group!)[0]).toMatchObject({
    a: shared.rhos[0]!.rho,
    b: shared.rhos[1]!.rho,
    intervalA: shared.rhos[0]!.interval,
    value: difference,
    low,
    high,
    p,
  });
});
