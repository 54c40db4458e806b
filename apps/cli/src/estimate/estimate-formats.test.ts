import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { promptnce } from "../promptnce.test.support.ts";
import { given, PAIRS, read, type Result } from "./pairs.test.support.ts";

/** The rows of a result without the input's columns. */
function ours(csv: string): Result[] {
  const theirs = ["cue", "word", "response", "n", "x_columns"];
  return read(csv).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !theirs.includes(name))),
  );
}

describe("the formats of promptnce estimate", () => {
  it.skipIf(process.platform === "win32")(
    "reads a pipe, which can be read only once, like a file",
    async () => {
      const { folder, file, args } = given();
      const pipe = join(folder, "pipe.csv");
      execFileSync("sh", ["-c", 'mkfifo "$0"', pipe]);
      const writing = writeFile(pipe, PAIRS);
      const piped = await promptnce(args.map((arg) => (arg === file ? pipe : arg)));
      await writing;
      expect(piped.status).toBe(0);
      expect(piped.stdout).toBe((await promptnce(args)).stdout);
    },
  );

  it("writes the same as CSV, TSV, JSON lines and Parquet, to a file and to standard output", async () => {
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
    for (const objects of [
      lines.map((line) => JSON.parse(line)),
      await parquetReadObjects({ file }),
    ]) {
      const texts = objects.map((object: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(object).map(([name, value]) => [
            name,
            String((value as string | number | null) ?? ""),
          ]),
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

  it("reads Parquet, from a file and from standard input", async () => {
    const lines = PAIRS.trim().split("\n").slice(1);
    const cells = lines.map((line) => line.split(","));
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: "cue", data: cells.map(([cue]) => cue) },
        { name: "response", data: cells.map(([, response]) => response) },
        { name: "n", data: cells.map(([, , n]) => Number(n)) },
      ],
    });
    const more = ["--count", "n", "--profile", "truthful"];
    const wanted = await promptnce([...given().args, ...more]);
    const { folder, args } = given(Buffer.from(bytes), "a.parquet");
    const read = await promptnce([...args, ...more]);
    expect(read).toMatchObject({ status: 0, stdout: wanted.stdout });
    const words = ["estimate", "-", "--format", "parquet", ...args.slice(2), ...more];
    const { stdout } = await promptnce(words, { cwd: folder, stdin: Buffer.from(bytes) });
    expect(stdout).toBe(wanted.stdout);
  });

  it("takes rows from standard input", async () => {
    const { folder, args, store } = given();
    const wanted = await promptnce([...args, "--profile", "truthful", "--count", "n"]);
    const read = ["estimate", "-", ...args.slice(2), "--profile", "truthful", "--count", "n"];
    const { status, stdout } = await promptnce(read, { cwd: folder, stdin: PAIRS });
    expect(status).toBe(0);
    expect(stdout).toBe(wanted.stdout);
    expect(existsSync(store)).toBe(true);
  });

  it("keeps every column of the rows in order, and unusable rows with the reason, for all readers", async () => {
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
      const { groups } = JSON.parse(stdout) as {
        groups: { measures: { a: number; b: number; pairs: number }[] }[];
      };
      const rho = groups[0]?.measures[0];
      // A prompt showed four of the ten pairs, which are therefore not scored.
      expect([rho?.pairs, rho?.a]).toEqual([6, rho?.b]);
    }
    const found = read(readFileSync(join(folder, "r.csv"), "utf8"));
    expect(Object.keys(found[0] ?? {}).slice(0, 8)).toEqual(
      "n|Note, mine|response|status|cue|promptnce_y|promptnce_method|promptnce_model".split("|"),
    );
    expect(found[0]).toMatchObject({
      n: "30",
      "Note, mine": 'a "note" 0',
      status: "done",
      promptnce_status: "ok",
    });
    expect(
      found
        .slice(10)
        .map((row) => [row["n"], row["Note, mine"], row["promptnce_status"], row["promptnce_pmi"]]),
    ).toEqual([
      ["4", "kept", "skipped: response is empty", ""],
      ["?", "", 'skipped: n is "?", not a number of 0 or more', ""],
    ]);
    const top = await promptnce([...counted, "--top", "1"]);
    expect(top.stdout).toMatch(/^cue,y,method,/);
  });
});
