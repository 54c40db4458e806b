import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

const promptnce = join(import.meta.dirname, "../../../cli/src/main.js");
const small = [
  "--dataset",
  "synthetic-goemotions",
  "--experiment",
  "pmi",
  "--pairs",
  "12",
  "--dev",
  "4",
  "--tables",
];

/** The output of a run, without the record of when and how it asked. */
function left(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const results = files.filter((file) => /^(tables|figures)\/|\.csv$/.test(file));
  return new Map(results.sort().map((file) => [file, readFileSync(join(folder, file), "utf8")]));
}

it("two parts of a bench, joined, ask nothing and give the same bytes as one run", async () => {
  const cwd = newFolder();
  const whole = await runMain([...small, "--out", "one"], cwd);
  for (const i of [1, 2]) {
    const part = await runMain([...small, "--out", "two", "--shard", `${i}/2`], cwd);
    expect(part).toMatchObject({ code: 0, stdout: "" });
    expect(part.stderr).toMatch(
      new RegExp(`^Part ${i} of 2: \\d+ questions, .* two/replies\\.${i}-of-2\\.jsonl\\.`, "m"),
    );
  }
  const journals = [1, 2].map((i) => `two/replies.${i}-of-2.jsonl`);
  execFileSync(
    process.execPath,
    [promptnce, "replies", "import", "two/replies.jsonl", ...journals],
    { cwd },
  );
  const joined = await runMain([...small, "--out", "two"], cwd);
  expect(joined.stderr).toMatch(/asked (\d+) of \1, \1 from store/);
  expect(joined.stdout).toBe(whole.stdout);
  expect(left(join(cwd, "two"))).toEqual(left(join(cwd, "one")));
});
