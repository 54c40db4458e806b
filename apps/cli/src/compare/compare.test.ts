import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const LABELS = ["dog", "mouse", "moon", "hot", "green", "leaf", "blue", "night"];
const PAIRS = `cue,response,n\n${Array.from(
  { length: 32 },
  (_, i) => `cue ${i % 8},${LABELS[(i * 3 + Math.floor(i / 8)) % 8]},${1 + ((i * 7) % 40)}`,
).join("\n")}\n`;

/** Runs `estimate` on the same pairs and returns the path of its results. */
async function estimated(folder: string, name: string, ...options: string[]): Promise<string> {
  const pairs = join(folder, "pairs.csv");
  writeFileSync(pairs, PAIRS);
  const out = join(folder, name);
  const args = ["estimate", pairs, "--task", "words", "--y", "response", "--out", out];
  const { status, stderr } = await promptnce([...args, ...options]);
  expect(status, stderr).toBe(0);
  return out;
}

const HEAD =
  "cue,y,method,status,conditional,marginal,pmi,npmi,other,count,true_conditional,true_marginal,true_pmi\n";

/** A result of `estimate` with these estimates of PMI for ten cues whose true PMI is 0, 1, 2, … */
function result(folder: string, name: string, pmi: readonly (number | string)[]): string {
  const rows = pmi.map((one, i) => `cue ${i},dog,promptnce,ok,0.5,0.1,${one},,,3,0.5,0.1,${i}`);
  const file = join(folder, name);
  writeFileSync(file, `${HEAD}${rows.join("\n")}\n`);
  return file;
}

const RIGHT = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const WRONG = RIGHT.toReversed();
const MIXED = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8];

describe("promptnce compare", () => {
  it("says which of two results ranks better, and by how much", async () => {
    const folder = newFolder();
    const [a, b] = [result(folder, "a.csv", RIGHT), result(folder, "b.csv", WRONG)];
    const { status, stdout, stderr } = await promptnce(["compare", a, b]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("ρ with people's PMI is 1.000 in A and -1.000 in B, A − B = 2.000");
    expect(stdout).toContain(
      "the 95 % interval, 2.000 to 2.000, does not include zero: A is better",
    );
    expect(stdout).toMatch(/\| promptnce \| mean absolute error of PMI \| +10 \| +10 \| +0.000 \|/);
  });

  it("says if the interval includes zero", async () => {
    const folder = newFolder();
    const a = result(folder, "a.csv", MIXED);
    const b = result(folder, "b.csv", [0, 1, 2, 3, 4, 5, 6, 9, 8, 7]);
    const { stdout } = await promptnce(["compare", a, b]);
    expect(stdout).toContain("includes zero: these pairs do not tell the two apart");
  });

  it("exits with 4 after printing everything if the difference is below the user's threshold", async () => {
    const folder = newFolder();
    const [a, b] = [result(folder, "a.csv", MIXED), result(folder, "b.csv", RIGHT)];
    const missed = await promptnce(["compare", a, b, "--fail-below", "-0.01"]);
    expect(missed.status).toBe(4);
    expect(missed.stdout).toContain("| promptnce |");
    expect(missed.stderr).toBe(
      "error: --fail-below -0.01: for promptnce, ρ of A minus ρ of B is -0.0606.\n",
    );
    expect(await promptnce(["compare", a, b, "--fail-below", "-0.1"])).toMatchObject({ status: 0 });
  });

  it("fails a threshold that cannot be measured", async () => {
    const folder = newFolder();
    const [a, b] = [
      result(
        folder,
        "a.csv",
        RIGHT.map(() => 1),
      ),
      result(folder, "b.csv", RIGHT),
    ];
    expect(await promptnce(["compare", a, b, "--fail-below", "-2"])).toMatchObject({
      status: 4,
      stderr: expect.stringContaining(
        "promptnce has no value of ρ of A minus ρ of B, because all values are equal.",
      ),
    });
    const few = result(folder, "few.csv", [1, 2]);
    expect(await promptnce(["compare", few, b, "--fail-below", "-2"])).toMatchObject({
      status: 4,
      stderr: expect.stringContaining(
        "error: --fail-below -2: promptnce has fewer than three pairs that can be compared.\n",
      ),
    });
  });

  it("counts the rows that it leaves out: unreadable, in one run only, duplicate, or contradictory", async () => {
    const folder = newFolder();
    const a = result(folder, "a.csv", ["", 1, 2, 3, 4, 5, 6]);
    const b = join(folder, "b.csv");
    const rows = [0, 1, 2, 3, 4, 5, 5].map(
      (i) => `cue ${i},dog,promptnce,ok,0.5,0.1,${i},,,3,0.5,0.1,${i === 2 ? 9 : i}`,
    );
    writeFileSync(b, `${HEAD}${rows.join("\n")}\n`);
    const { stdout } = await promptnce(["compare", a, b]);
    expect(stdout).toContain("- 1 pair in one run only, so left out.");
    expect(stdout).toContain("- 1 pair left out, because a reply could not be read.");
    expect(stdout).toContain(
      "- 1 pair given more than once in a run; estimates that differ are averaged.",
    );
    expect(stdout).toContain("- 1 pair whose people's answers differ between A and B");
    expect(stdout).toMatch(/\| promptnce \| ρ with people's PMI +\| +5 \|/);
  });

  it("compares results of estimate, in every format with the same numbers", async () => {
    const folder = newFolder();
    const truthful = await estimated(folder, "a.csv", "--count", "n", "--profile", "truthful");
    const said = new Set<string>();
    for (const format of ["csv", "tsv", "jsonl", "parquet"]) {
      const b = await estimated(folder, `b.${format}`, "--count", "n");
      const { status, stdout } = await promptnce(["compare", truthful, b, "--json"]);
      expect(status).toBe(0);
      const { groups } = JSON.parse(stdout) as { groups: unknown };
      said.add(JSON.stringify(groups));
    }
    expect(said.size).toBe(1);
    expect([...said][0]).toContain('"name":"rho","pairs":');
  });

  it("compares runs without counted people", async () => {
    const folder = newFolder();
    const a = await estimated(folder, "a.csv");
    const { stdout } = await promptnce(["compare", a, a]);
    expect(stdout).toContain("ρ of A's with B's PMI is 1.000; the 95 % interval, 1.000 to 1.000.");
    expect(stdout).toContain("A − B = 0.000");
    expect(await promptnce(["compare", a, a, "--fail-below", "0.99"])).toMatchObject({ status: 0 });
  });

  it("compares one method with another if each file has one", async () => {
    const folder = newFolder();
    const a = await estimated(folder, "a.csv", "--count", "n", "--methods", "promptnce");
    const b = await estimated(folder, "b.csv", "--count", "n", "--methods", "infonce");
    const { stdout } = await promptnce(["compare", a, b]);
    expect(stdout).toContain(String.raw`| promptnce \| infonce |`);
    expect(stdout).not.toContain("mean absolute error"); // InfoNCE takes no base rate
  });

  it("compares only the named methods", async () => {
    const folder = newFolder();
    const both = await estimated(folder, "a.csv", "--methods", "promptnce,infonce");
    const { stdout } = await promptnce(["compare", both, both, "--methods", "infonce"]);
    expect(stdout).toContain("| infonce |");
    expect(stdout).not.toContain("promptnce |");
    expect(await promptnce(["compare", both, both, "--methods", "none"])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("have no rows of none, so there is nothing to compare."),
    });
  });

  it("compares bench runs by dataset, K and method, and marks simulated ones", async () => {
    const folder = newFolder();
    const [a, b] = [
      bench(folder, "a", { mode: "faithful" }),
      bench(folder, "b", { mode: "faithful" }),
    ];
    const { status, stdout } = await promptnce(["compare", a, b, "--on", "conditional"]);
    expect(status).toBe(0);
    expect(stdout).toContain("Simulated: at least one of the runs");
    expect(stdout).toMatch(
      /\| words, K = 5, promptnce \| ρ with people's P\(y\\\|x\) +\| +4 \| +2 \|/,
    );
    const other = bench(folder, "c", { mode: "structured" });
    expect(await promptnce(["compare", a, other])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("Compare runs of one mode"),
    });
  });

  it.each([
    ["a file that is not there", ["none.csv", "b.csv"], 1, "none.csv is not there"],
    ["a format that is not known", ["b.txt", "b.csv"], 2, "does not say which format to use"],
    ["a folder without a run", ["folder", "b.csv"], 2, "does not hold a bench run"],
    ["a file of something else", ["other.csv", "b.csv"], 1, "line 2: there is no column y"],
    ["a text where a number was", ["text.csv", "b.csv"], 1, 'line 2: pmi is "high"; a number'],
    [
      "a P(y|x) of 7",
      ["seven.csv", "b.csv"],
      1,
      'seven.csv, line 2: conditional is "7"; a probability from 0 to 1 was expected.',
    ],
    ["a torn Parquet file", ["torn.parquet", "b.csv"], 1, "is not a complete Parquet file"],
    ["other data", ["elsewhere.csv", "b.csv"], 1, "have no pair in common"],
    [
      "a header without rows",
      ["header.csv", "b.csv"],
      1,
      "header.csv has no rows, so there is nothing to compare.",
    ],
    ["two headers without rows", ["header.csv", "header.csv"], 1, "header.csv have no rows, so"],
    ["a bad threshold", ["b.csv", "b.csv", "--fail-below", "x"], 2, "a number from -2 to 2"],
  ])("says in a sentence what is wrong with %s", async (_, names, status, sentence) => {
    const folder = newFolder();
    result(folder, "b.csv", RIGHT);
    result(folder, "text.csv", ["high"]);
    writeFileSync(join(folder, "seven.csv"), `${HEAD}cue 1,dog,promptnce,ok,7,0.1,1,,,,,,\n`);
    mkdirSync(join(folder, "folder"));
    writeFileSync(join(folder, "b.txt"), "x");
    writeFileSync(join(folder, "header.csv"), HEAD);
    writeFileSync(join(folder, "torn.parquet"), "PAR1 and no more");
    writeFileSync(join(folder, "other.csv"), "cue,response\ncat,dog\n");
    writeFileSync(join(folder, "elsewhere.csv"), `${HEAD}tree,dog,promptnce,ok,,,1,,,,,,\n`);
    const args = names.map((name) => (/\.|folder/.test(name) ? join(folder, name) : name));
    const finished = await promptnce(["compare", ...args]);
    expect(finished).toMatchObject({ status, stdout: "" });
    expect(finished.stderr).toContain(sentence);
    expect(finished.stderr).not.toMatch(/^\s+at /m);
  });
});

/** The folder of a bench run with four pairs of two cues. */
function bench(folder: string, name: string, run: { mode: string }): string {
  const path = join(folder, name);
  mkdirSync(path);
  const simulated = { respondent: true, datasets: [] };
  writeFileSync(
    join(path, "manifest.json"),
    JSON.stringify({ run: { ...run, models: [{ model: name }] }, simulated }),
  );
  const head =
    "dataset,model,provider,k,method,pair,x,y,conditional,marginal,pmi,est_conditional,est_marginal,est_pmi,status,list,sample,est_other";
  const rows = [0, 1, 2, 3].flatMap((i) => [
    `words,${name},simulated,5,promptnce,p${i},cue ${i % 2},dog,0.${i + 1},0.1,${i},0.${i + 2},0.1,${i},ok,evaluation,0,`,
    `words,${name},simulated,5,promptnce,p${i},cue ${i % 2},dog,0.${i + 1},0.1,${i},0.9,0.1,7,ok,evaluation,1,`,
    `words,${name},simulated,5,promptnce,d${i},cue ${i % 2},dog,0.${i + 1},0.1,${i},0.9,0.1,7,ok,development,0,`,
  ]);
  writeFileSync(join(path, "estimates.csv"), `${[head, ...rows].join("\n")}\n`);
  return path;
}
