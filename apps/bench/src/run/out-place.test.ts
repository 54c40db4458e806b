import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

const small = [
  "--dataset",
  "synthetic-goemotions",
  "--experiment",
  "pmi",
  "--methods",
  "direct-split",
  "--pairs",
  "12",
  "--dev",
  "0",
];
const newFolder = () => mkdtempSync(join(tmpdir(), "promptnce-out-"));

it("an unwritable folder is detected before any request", async () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, "file"), "");
  const args = [...small, "--out", "file/out", "--store", "replies.jsonl"];
  const { code, stderr } = await runMain(args, cwd);
  expect(stderr).toMatch(
    /^bench: file\/out\/report\.html cannot be written to \(ENOTDIR\): allow writing there, or name another place with --out\.\n$/,
  );
  expect(code).toBe(1);
  expect(readdirSync(cwd)).toEqual(["file"]);
});

it("a second run in a folder leaves no table of the first", async () => {
  const cwd = newFolder();
  expect((await runMain(small, cwd)).code).toBe(0);
  writeFileSync(join(cwd, "out", "tables", "mine.md"), "");
  const structure = small.map((text) => (text === "pmi" ? "structure" : text));
  const { stderr } = await runMain(structure, cwd);
  expect(stderr).toMatch(/Removed \d+ tables and figures of the earlier run\./);
  const manifest = JSON.parse(readFileSync(join(cwd, "out", "manifest.json"), "utf8")) as {
    files: string[];
  };
  const tables = [
    "mine.md",
    "structure-examples.csv",
    "structure-examples.md",
    "structure-examples.tex",
    "structure.csv",
    "structure.md",
    "structure.tex",
  ];
  expect(new Set(readdirSync(join(cwd, "out", "tables")))).toEqual(new Set(tables));
  expect(readdirSync(join(cwd, "out", "figures"))).toEqual([]);
  expect(manifest.files).toContain("tables/structure.md");
  expect(manifest.files).not.toContain("tables/mine.md");
});

it(
  "a failed write leaves the folder's files whole, and is reported in one sentence",
  { tags: "full" },
  async () => {
    const cwd = newFolder();
    expect((await runMain(small, cwd)).code).toBe(0);
    const page = readFileSync(join(cwd, "out", "report.html"), "utf8");
    const files = readdirSync(join(cwd, "out"), { recursive: true }).map(String).toSorted();
    // In blocks of 512 or 1,024 bytes; in both cases less than the page.
    const most = Math.floor(statSync(join(cwd, "out", "report.html")).size / 2048);
    const command = `ulimit -f ${most}; exec "$0" "$@"`;
    const main = join(import.meta.dirname, "../main.ts");
    const ended = promisify(execFile)(
      "sh",
      ["-c", command, process.execPath, main, "report", "out"],
      { cwd },
    );
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/bench: out\/\S+ cannot be written to \(EFBIG\): [^\n]+\n$/),
    });
    expect(readFileSync(join(cwd, "out", "report.html"), "utf8")).toBe(page);
    expect(readdirSync(join(cwd, "out"), { recursive: true }).map(String).toSorted()).toEqual(
      files,
    );
  },
);
