import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { runMain } from "./testing/run-main.ts";

const small = [
  "--dataset", "synthetic-words", "--experiment", "pmi", "--methods", "direct-split", "--pairs", "30", "--dev", "0",
]; // prettier-ignore
const newFolder = () => mkdtempSync(join(tmpdir(), "promptnce-out-"));

it("a folder that cannot be written to is found out before anything is asked", async () => {
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

it("what is in the folder stays whole where writing fails, and one sentence says so", async () => {
  const cwd = newFolder();
  expect((await runMain(small, cwd)).code).toBe(0);
  const page = readFileSync(join(cwd, "out", "report.html"), "utf8");
  const files = readdirSync(join(cwd, "out"), { recursive: true }).map(String).toSorted();
  // In blocks of 512 bytes or of 1,024: in both cases less than the page.
  const most = Math.floor(statSync(join(cwd, "out", "report.html")).size / 2048);
  const command = `ulimit -f ${most}; exec "$0" "$@"`;
  const main = join(import.meta.dirname, "main.ts");
  const ended = promisify(execFile)("sh", ["-c", command, process.execPath, main, "report", "out"], { cwd }); // prettier-ignore
  await expect(ended).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/bench: out\/\S+ cannot be written to \(EFBIG\): [^\n]+\n$/),
  });
  expect(readFileSync(join(cwd, "out", "report.html"), "utf8")).toBe(page);
  expect(readdirSync(join(cwd, "out"), { recursive: true }).map(String).toSorted()).toEqual(files);
});
