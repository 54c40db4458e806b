import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { main, newFolder, promptnce, startPromptnce } from "../promptnce.test.support.ts";

const PAIRS = `cue,response,n
cat,dog,30
cat,mouse,20
sun,moon,25
sun,hot,10
tree,green,40
tree,leaf,12
sea,water,33
sea,blue,18
night,dark,20
night,moon,9
`;

type Result = Readonly<Record<string, string>>;

function read(csv: string): Result[] {
  return Papa.parse<Result>(csv, { header: true, skipEmptyLines: true }).data;
}

/** The rows of a result without the columns that were theirs. */
function ours(csv: string): Result[] {
  const theirs = ["cue", "word", "response", "n", "x_columns"];
  return read(csv).map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !theirs.includes(name))));
}

/** A folder with the rows, and the arguments that are the same in most runs. */
function given(rows: string | Uint8Array = PAIRS, name = "pairs.csv") {
  const folder = newFolder();
  const file = join(folder, name);
  writeFileSync(file, rows);
  const store = join(folder, "replies.jsonl");
  const args = ["estimate", file, "--task", "words", "--y", "response", "--store", store];
  return { folder, file, store, args };
}

describe("promptnce estimate", () => {
  it("gives every row its terms and PMI, in the order of the rows, and says who answered", async () => {
    const { args } = given();
    const { status, stdout, stderr } = await promptnce(args);
    expect(status).toBe(0);
    const rows = read(stdout);
    expect(rows.map(({ cue, y }) => `${cue} ${y}`)).toEqual(
      PAIRS.trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",").slice(0, 2).join(" ")),
    );
    for (const { conditional, marginal, pmi, status: read } of rows) {
      if (read !== "ok") continue;
      const clamped = (p: string | undefined): number => Math.log(Number(p) || 1e-6);
      expect(Number(pmi)).toBeCloseTo(clamped(conditional) - clamped(marginal), 9);
    }
    expect(stderr).toContain("answered by the simulated respondent (model-like), which is no model");
    expect(stderr).toContain("Coverage K/L = 5/9 = 55.6 %");
    expect(stderr).toContain("These numbers are a rehearsal and say nothing about the data");
  });

  it.skipIf(process.platform === "win32")("reads a pipe, which can be read only once, as it reads a file", async () => {
    const { folder, file, args } = given();
    const pipe = join(folder, "pipe.csv");
    execFileSync("sh", ["-c", 'mkfifo "$0"', pipe]);
    const writing = writeFile(pipe, PAIRS);
    const piped = await promptnce(args.map((arg) => (arg === file ? pipe : arg)));
    await writing;
    expect(piped.status).toBe(0);
    expect(piped.stdout).toBe((await promptnce(args)).stdout);
  });

  it("recovers from a truthful respondent what the counts say, with every method that can", async () => {
    const { args } = given();
    const { stdout, stderr } = await promptnce([
      ...args,
      "--count",
      "n",
      "--profile",
      "truthful",
      "--method",
      "promptnce,direct-split,direct-pmi,promptnce:empirical",
    ]);
    const rows = read(stdout);
    expect(rows).toHaveLength(40);
    for (const row of rows) {
      expect(Number(row["pmi"])).toBeCloseTo(Number(row["true_pmi"]), 9);
    }
    expect(rows[0]).toMatchObject({ count: "30", true_conditional: "0.6" });
    expect(stderr).toMatch(/people {8}rho = 1\.00 ± 0\.00 with their PMI over 6 pairs/);
    expect(stderr).toContain("calibration slope 1.00 on the log scale");
  });

  it("says the same in CSV, TSV, JSON lines and Parquet, to a file and to standard output", async () => {
    const { folder, args } = given();
    const wanted = read((await promptnce([...args, "--count", "n"])).stdout);
    const written = async (name: string): Promise<string> => {
      const path = join(folder, name);
      const done = await promptnce([...args, "--count", "n", "--out", path]);
      expect(done).toMatchObject({ status: 0, stdout: "" });
      return path;
    };
    expect(read(readFileSync(await written("r.csv"), "utf8"))).toEqual(wanted);
    expect(read(readFileSync(await written("r.tsv"), "utf8"))).toEqual(wanted);
    const lines = readFileSync(await written("r.jsonl"), "utf8")
      .trim()
      .split("\n");
    const file = await asyncBufferFromFile(await written("r.parquet"));
    for (const objects of [lines.map((line) => JSON.parse(line)), await parquetReadObjects({ file })]) {
      const texts = objects.map((object: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(object).map(([name, value]) => [name, String((value as string | number | null) ?? "")]),
        ),
      );
      expect(texts).toEqual(wanted);
    }
  });

  it.each([
    ["CRLF line ends", PAIRS.replaceAll("\n", "\r\n"), "a.csv", []],
    ["a byte order mark", `\uFEFF${PAIRS}`, "a.csv", []],
    ["UTF-16 with its mark", Buffer.from(`\uFEFF${PAIRS}`, "utf16le"), "a.csv", []],
    ["tabs", PAIRS.replaceAll(",", "\t"), "a.tsv", []],
    ["semicolons that are named", PAIRS.replaceAll(",", ";"), "a.csv", ["--delimiter", ";"]],
    [
      "columns of another order and name",
      PAIRS.replaceAll(/^(.*),(.*),(.*)$/gm, "$3,$2,$1").replace("cue", "word"),
      "a.csv",
      ["--x", "cue=word"],
    ],
    [
      "JSON lines",
      PAIRS.trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(","))
        .map(([cue, response, n]) => JSON.stringify({ n: Number(n), cue, response }))
        .join("\n"),
      "a.jsonl",
      [],
    ],
  ])("reads %s", async (_, rows, name, more) => {
    const plain = await promptnce([...given().args, "--count", "n", "--profile", "truthful"]);
    const other = given(rows, name);
    const read = await promptnce([...other.args, "--count", "n", "--profile", "truthful", ...more]);
    expect(read.status).toBe(0);
    expect(ours(read.stdout)).toEqual(ours(plain.stdout));
  });

  it("takes rows from standard input", async () => {
    const { folder, args, store } = given();
    const wanted = await promptnce([...args, "--profile", "truthful", "--count", "n"]);
    const child = spawn(
      process.execPath,
      [main, "estimate", "-", ...args.slice(2), "--profile", "truthful", "--count", "n"],
      { cwd: folder },
    );
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stdin.end(PAIRS);
    expect(await new Promise((done) => child.on("close", done))).toBe(0);
    expect(out).toBe(wanted.stdout);
    expect(existsSync(store)).toBe(true);
  });

  it("keeps every column of the rows, in its order, and rows that cannot be used with the reason; all readers read it", async () => {
    const rows = `n;Note, mine;response;status;cue\n${PAIRS.trim()
      .split("\n")
      .slice(1)
      .map((line, i) => line.replace(/(.*),(.*),(.*)/, `$3;"a ""note"" ${i}";$2;done;$1`))
      .join("\n")}\n4;kept;;open;cat\n?;;dog;;sun\n`;
    const { folder, args } = given(rows);
    const counted = [...args, "--count", "n", "--delimiter", ";"];
    const wanted = given();
    const plain = join(wanted.folder, "plain.csv");
    await promptnce([...wanted.args, "--count", "n", "--out", plain]);
    for (const name of ["r.csv", "r.jsonl", "r.parquet"]) {
      const out = join(folder, name);
      const { status, stderr } = await promptnce([...counted, "--out", out]);
      expect([status, stderr]).toEqual([
        0,
        expect.stringMatching(
          /^Rows that cannot be used: 2\. They pass .*; the first is line 12: response is empty\.\n/,
        ),
      ]);
      expect((await promptnce(["report", out])).status).toBe(0);
      const { stdout } = await promptnce(["compare", out, plain, "--json"]);
      const { groups } = JSON.parse(stdout) as { groups: { measures: { a: number; b: number; pairs: number }[] }[] };
      const rho = groups[0]?.measures[0];
      // Four of the ten pairs were shown by a prompt, and are no evidence.
      expect([rho?.pairs, rho?.a]).toEqual([6, rho?.b]);
    }
    const found = read(readFileSync(join(folder, "r.csv"), "utf8"));
    expect(Object.keys(found[0] ?? {}).slice(0, 8)).toEqual(
      "n|Note, mine|response|status|cue|promptnce_y|promptnce_method|promptnce_model".split("|"),
    );
    expect(found[0]).toMatchObject({ n: "30", "Note, mine": 'a "note" 0', status: "done", promptnce_status: "ok" });
    expect(
      found.slice(10).map((row) => [row["n"], row["Note, mine"], row["promptnce_status"], row["promptnce_pmi"]]),
    ).toEqual([
      ["4", "kept", "skipped: response is empty", ""],
      ["?", "", 'skipped: n is "?" and no number from 0', ""],
    ]);
    const top = await promptnce([...counted, "--top", "1"]);
    expect(top.stdout).toMatch(/^cue,y,method,/);
  });

  it("prices every label of every input, in sets that have no label in common", async () => {
    const { args, store } = given();
    const { stdout, stderr } = await promptnce([
      ...args,
      "--count",
      "n",
      "--profile",
      "truthful",
      "--mode",
      "all-labels",
      "--k",
      "4",
    ]);
    const rows = read(stdout);
    expect(rows).toHaveLength(5 * 9);
    expect(new Set(rows.map(({ cue, y }) => `${cue} ${y}`)).size).toBe(45);
    for (const row of rows) {
      expect(Number(row["conditional"])).toBeCloseTo(Number(row["true_conditional"]), 9);
    }
    // ⌈9 / 4⌉ = 3 prompts for each of 5 inputs, and 9 base rates.
    expect(stderr).toContain("24 questions, 0 of them answered from the store.");
    expect(readFileSync(store, "utf8").trim().split("\n")).toHaveLength(24);
  });

  it("ranks the most informative labels of each input", async () => {
    const { args } = given();
    const { stdout } = await promptnce([...args, "--count", "n", "--profile", "truthful", "--top", "2"]);
    const rows = read(stdout);
    expect(rows.map(({ cue, rank }) => `${cue} ${rank}`)).toEqual(
      ["cat", "sun", "tree", "sea", "night"].flatMap((cue) => [`${cue} 1`, `${cue} 2`]),
    );
    expect(rows[2]).toMatchObject({ cue: "sun", y: "hot" });
    expect(rows[3]).toMatchObject({ cue: "sun", y: "moon" });
  });

  it("asks about a pair that comes twice once, writes it twice, and says so", async () => {
    const { args } = given(`${PAIRS}cat,dog,1\n`);
    const { stdout, stderr } = await promptnce(args);
    const rows = read(stdout);
    expect(rows[10]).toEqual({ ...rows[0], n: "1" });
    expect(stderr).toContain("1 row repeats a pair of an earlier row: each pair was asked about once.");
    expect(stderr).toContain("20 questions, 1 of them answered from the store.");
  });

  it("asks nothing again that the store has", async () => {
    const { args, store } = given();
    const first = await promptnce(args);
    const size = statSync(store).size;
    const second = await promptnce(args);
    expect(second.stdout).toBe(first.stdout);
    expect(second.stderr).toContain("19 questions, 19 of them answered from the store.");
    expect(statSync(store).size).toBe(size);
  });

  it("asks for replies held to a schema with --structured, by prompts of their own", async () => {
    const { args, store } = given();
    const truthful = [...args, "--count", "n", "--profile", "truthful", "--structured"];
    const rows = read((await promptnce(truthful)).stdout);
    for (const { pmi, true_pmi } of rows) expect(Number(pmi)).toBeCloseTo(Number(true_pmi), 9);
    const records = readFileSync(store, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { schema?: object });
    expect(records.filter(({ schema }) => schema !== undefined).length).toBeGreaterThan(10);
  });

  it("stops at Ctrl-C with what it has in the store, and goes on from there", async () => {
    const cues = Array.from({ length: 20_000 }, (_, i) => `cue ${i},b${i % 11}`);
    const { args, store } = given(`cue,response\n${cues.join("\n")}\n`);
    const child = spawn(process.execPath, [main, ...args]);
    let stderr = "";
    child.stdout.resume();
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
      if (chunk.toString().includes("estimated 4")) child.kill("SIGINT");
    });
    const status = await new Promise((done) => child.on("close", done));
    expect(status).toBe(1);
    expect(stderr).toContain(
      "Stopping: no new questions; waiting for the answers under way; a second Ctrl-C ends it at once.",
    );
    expect(stderr).toMatch(/Stopped\. Every answer so far is in the store: the same command goes on from there\.\n$/);
    const records = readFileSync(store, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { key: string });
    const kept = new Set(records.map(({ key }) => key)).size;
    expect(kept).toBeGreaterThan(3000);
    expect(kept).toBeLessThan(20_012);
    const again = await promptnce([...args, "--dry-run"]);
    expect(again.stdout).toContain(`of which the store answers ${kept.toLocaleString("en")}`);
  });

  it("stops at SIGTERM as at Ctrl-C", { tags: "full" }, async () => {
    const cues = Array.from({ length: 20_000 }, (_, i) => `cue ${i},b${i % 11}`);
    const { args } = given(`cue,response\n${cues.join("\n")}\n`);
    const stopAt = { said: "estimated 4", signal: "SIGTERM" } as const;
    const { status, stderr } = await startPromptnce(args, { stopAt });
    expect(status).toBe(1);
    expect(stderr).toContain("waiting for the answers under way, at most 8 seconds (SIGTERM).");
    expect(stderr).toMatch(/Stopped\. Every answer so far is in the store: the same command goes on from there\.\n$/);
  });

  it("sends nothing in a dry run, and knows what the store has", async () => {
    const { args, store } = given();
    const dry = await promptnce([...args, "--dry-run"]);
    expect(dry.stdout).toContain("questions        19, of which the store answers 0");
    expect(existsSync(store)).toBe(false);
    await promptnce(args);
    const again = await promptnce([...args, "--dry-run"]);
    expect(again.stdout).toContain("questions        19, of which the store answers 19");
  });

  it("goes on where it was killed, and ends with the bytes of a run that was not", { tags: "full" }, async () => {
    const cues = Array.from({ length: 20_000 }, (_, i) => `cue ${i},${i % 37 === 0 ? "a" : `b${i % 11}`}`);
    const rows = `cue,response\n${cues.join("\n")}\n`;
    const whole = given(rows);
    const wanted = await promptnce([...whole.args, "--out", join(whole.folder, "r.csv")]);
    expect(wanted.status).toBe(0);

    const broken = given(rows);
    const args = [...broken.args, "--out", join(broken.folder, "r.csv")];
    const child = spawn(process.execPath, [main, ...args]);
    child.stderr.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("estimated 6")) child.kill("SIGKILL");
    });
    await new Promise((done) => child.on("close", done));
    expect(existsSync(join(broken.folder, "r.csv"))).toBe(false);
    const kept = readFileSync(broken.store, "utf8").split("\n").length - 1;
    expect(kept).toBeGreaterThan(5000);
    expect(kept).toBeLessThan(20_012);

    const resumed = await promptnce(args);
    expect(resumed.status).toBe(0);
    const stored = Number(/, ([\d,]+) of them answered/.exec(resumed.stderr)?.[1]?.replace(",", ""));
    expect(stored).toBeGreaterThan(5000);
    expect(readFileSync(join(broken.folder, "r.csv"), "utf8")).toBe(readFileSync(join(whole.folder, "r.csv"), "utf8"));
  });
});
