import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

const python = process.env["PROMPTNCE_PYTHON"] ?? "python3";
const hasSciPy = spawnSync(python, ["-c", "import numpy, scipy.stats, sklearn.isotonic"]).status === 0;
const script = join(import.meta.dirname, "../../recompute.py");
const data = resolve(process.env["PROMPTNCE_TEST_DATA"] ?? join(import.meta.dirname, "../../../../../shared/datasets"));

/** Makes a run and its tables again, and tells what came of the latter. */
async function recomputed(...args: string[]) {
  const cwd = await mkdtemp(join(tmpdir(), "promptnce-recompute-"));
  expect(await runMain(args, cwd)).toMatchObject({ code: 0 });
  return { out: join(cwd, "out"), ...recompute(join(cwd, "out")) };
}

function recompute(out: string) {
  const { status, stdout, stderr } = spawnSync(python, [script, out, "--replicates", "1000"], { encoding: "utf8" });
  expect(stderr).toBe("");
  const lines = stdout.split("\n");
  return {
    status,
    wrong: lines.filter((line) => line.startsWith("  row ")),
    left: lines.filter((line) => line.startsWith("not recomputed")),
  };
}

describe.skipIf(!hasSciPy)("recompute.py, by SciPy and scikit-learn", { timeout: 300_000 }, () => {
  const small = ["--dataset", "synthetic-chaosnli", "--experiment", "structure,pmi", "--pairs", "40", "--dev", "5"];

  it("makes a small run's tables again, and finds the figure that another was put for", async () => {
    const { out, ...found } = await recomputed(...small);
    expect(found).toEqual({ status: 0, wrong: [], left: [] });
    const path = join(out, "tables", "structure.csv");
    const [columns, row = "", ...rest] = (await readFile(path, "utf8")).split("\n");
    const moved = row.replace(/0\.\d{10,}/, (figure) => `${Number(figure) + 1e-11}`);
    await writeFile(path, [columns, moved, ...rest].join("\n"));
    expect(recompute(out)).toMatchObject({ status: 1, wrong: [expect.stringContaining("row 1, R: ")] });
  });

  it("makes every figure of every table of the worlds again", { tags: "full" }, async () => {
    const found = await recomputed("--pairs", "120", "--dev", "40", "--seeds", "2");
    expect(found).toMatchObject({ status: 0, wrong: [], left: [] });
  });

  it(
    "and those of a respondent whose masses sum far from one, with how many are flagged",
    { tags: "full" },
    async () => {
      const { out, ...found } = await recomputed("--profile", "clueless", "--pairs", "60", "--dev", "40");
      expect(found).toMatchObject({ status: 0, wrong: [], left: [] });
      for (const table of ["pmi", "other-advantage", "clamp-and-rounding"])
        expect(await readFile(join(out, "tables", `${table}.csv`), "utf8")).toMatch(
          /,\d+ of 60, \d+ flagged|"\d+ of 60, \d+ flagged"/,
        );
    },
  );

  it.skipIf(!existsSync(data))("and those of the real data", { tags: "full" }, async () => {
    const found = await recomputed("--data", data, "--pairs", "300", "--dev", "100");
    expect(found).toMatchObject({ status: 0, wrong: [], left: [] });
  });
});
