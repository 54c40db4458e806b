import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { python, pythonHas } from "@promptnce/testing/python";
import { beforeAll, describe, expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

const hasSciPy = pythonHas("numpy", "scipy", "sklearn");
const script = join(import.meta.dirname, "../../recompute.py");
const data = resolve(
  process.env["PROMPTNCE_TEST_DATA"] ?? join(import.meta.dirname, "../../../../../shared/datasets"),
);

const examples = join(import.meta.dirname, "../../../../examples/real-run");
const keptRuns = globSync("*/{spoken,tokens,decided}", { cwd: examples });

/** A run in a new folder. */
async function runOf(...args: string[]): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), "promptnce-recompute-"));
  expect(await runMain(args, cwd)).toMatchObject({ code: 0 });
  return join(cwd, "out");
}

interface Recomputed {
  readonly status: number | null;
  readonly faults: readonly string[];
  /** The number of values compared for each part. */
  readonly compared: Readonly<Record<string, number>>;
}

function recompute(out: string): Recomputed {
  const { status, stdout, stderr } = spawnSync(python, [script, out], { encoding: "utf8" });
  expect(stderr).toBe("");
  const compared = stdout.matchAll(/^(\w+): (\d+) compared$/gm);
  return {
    status,
    faults: stdout.split("\n").filter((line) => line.startsWith("  ")),
    compared: Object.fromEntries(Array.from(compared, ([, part, count]) => [part, Number(count)])),
  };
}

/** A file's text with the first match of the pattern replaced. */
async function change(
  file: string,
  pattern: RegExp,
  by: (match: string, ...groups: string[]) => string,
): Promise<void> {
  const text = await readFile(file, "utf8");
  expect(text).toMatch(pattern);
  await writeFile(file, text.replace(pattern, by));
}

/**
 * Replaces a number in the first matching row of a CSV; no earlier cell of the row may contain a
 * comma.
 */
async function changeCell(
  file: string,
  name: string,
  by: (value: number) => number,
  isChosen: (row: readonly string[]) => boolean = () => true,
): Promise<void> {
  const [head = "", ...rows] = (await readFile(file, "utf8")).split("\n");
  const at = head.split(",").indexOf(name);
  expect(at).not.toBe(-1);
  const row = rows.findIndex((line) => isChosen(line.split(",")) && line.split(",")[at] !== "");
  const cells = rows[row]!.split(",");
  cells[at] = String(by(Number(cells[at])));
  await writeFile(file, [head, ...rows.with(row, cells.join(","))].join("\n"));
}

const half = (value: number): number => value / 2;
const ofPromptNce = (row: readonly string[]): boolean => row.includes("promptnce");

const otherTenth = (_: string, before: string, tenth: string, after: string): string =>
  `${before}${(Number(tenth) + 1) % 10}${after}`;

/** The first mark of the table of PMI, and the place of one in the row of the first baseline. */
const CSV_MARK = /(direct-pmi,.*?)(,tied,)(.*?baseline:grounded,(?:[^,]*,){3})(?=,)/s;
const MARK = /(direct-pmi .*?)(≈ )(.*?baseline:grounded .*?)(?=−\d)/s;
const MARK_ON_PAGE = /(id="table-pmi-whole".*?)(≈ )(.*?Baseline \(grounded\).*?)(?=−\d)/s;

/** Takes a mark away, and puts it at the end of the match. */
const moved =
  (none: string, mark: string) =>
  (_: string, before: string, _found: string, between: string): string =>
    `${before}${none}${between}${mark}`;

/** The change in a run's folder, and the file or place that the report must name. */
const planted: readonly {
  readonly change: string;
  readonly plant: (out: string) => Promise<void>;
  readonly named: RegExp;
}[] = [
  {
    change: "a reply",
    plant: (out) =>
      change(
        join(out, "replies.jsonl"),
        /(Candidate labels.*"reply":\{"text":"\{\\"\w+\\": )(0\.\d+)/,
        (_, before, mass) => `${before}${Number(mass) / 3}`,
      ),
    named: /^ {2}replies: est_conditional of synthetic-chaosnli, promptnce/m,
  },
  {
    change: "a halved estimate of the conditional",
    plant: (out) => changeCell(join(out, "estimates.csv"), "est_conditional", half, ofPromptNce),
    named: /^ {2}replies: est_conditional of synthetic-chaosnli, promptnce/m,
  },
  {
    change: "a halved estimate of the marginal",
    plant: (out) => changeCell(join(out, "estimates.csv"), "est_marginal", half, ofPromptNce),
    named: /^ {2}replies: est_marginal of synthetic-chaosnli, promptnce/m,
  },
  {
    change: "a halved conditional of people",
    plant: (out) => changeCell(join(out, "estimates.csv"), "conditional", half),
    named: /^ {2}counts: conditional of synthetic-chaosnli/m,
  },
  {
    change: "a doubled rate of labels.csv",
    plant: (out) => changeCell(join(out, "labels.csv"), "marginal", (value) => 2 * value),
    named: /^ {2}counts: P\(y\) of synthetic-chaosnli, \w+, in labels.csv/m,
  },
  {
    change: "a missing table",
    async plant(out) {
      for (const ending of ["md", "csv", "tex"]) {
        await rm(join(out, `tables/pmi.${ending}`));
      }
    },
    named: /^ {2}files: tables\/pmi\.csv is missing/m,
  },
  {
    change: "a number of a table's .csv",
    plant: (out) => changeCell(join(out, "tables/structure.csv"), "R", (value) => value + 1e-11),
    named: /^ {2}tables: structure, row 1, R/m,
  },
  {
    change: "a number of a table's .md",
    plant: (out) => change(join(out, "tables/pmi.md"), /(0\.)(\d)(\d ± )/, otherTenth),
    named: /^ {2}files: tables\/pmi\.md, row \d+, rho/m,
  },
  {
    change: "a number on the page",
    plant: (out) =>
      change(
        join(out, "report.html"),
        /(id="table-pmi-whole".*?>[≈ ]*0\.)(\d)(\d ± )/s,
        otherTenth,
      ),
    named: /^ {2}files: report\.html, table pmi, row \d+, rho/m,
  },
  {
    change: "a mark that stands in another row of a table's .csv",
    plant: (out) => change(join(out, "tables/pmi.csv"), CSV_MARK, moved(",,", "tied")),
    named: /^ {2}files: tables\/pmi\.md, row \d+, rho is marked tied, otherwise than in pmi\.csv/m,
  },
  {
    change: "a mark that stands in a row which may have none, wherever that row is printed",
    async plant(out) {
      await change(join(out, "tables/pmi.csv"), CSV_MARK, moved(",,", "tied"));
      await change(join(out, "tables/pmi.md"), MARK, moved("", "≈ "));
      await change(join(out, "report.html"), MARK_ON_PAGE, moved("", "≈ "));
    },
    named: /^ {2}tables: pmi, row \d+, rho is marked tied, and may have no mark/m,
  },
  {
    change: "a mark that stands in another row of a table's .md",
    plant: (out) => change(join(out, "tables/pmi.md"), MARK, moved("", "≈ ")),
    named: /^ {2}files: tables\/pmi\.md, row \d+, rho is marked not at all/m,
  },
  {
    change: "a mark that stands in another row on the page",
    plant: (out) => change(join(out, "report.html"), MARK_ON_PAGE, moved("", "≈ ")),
    named: /^ {2}files: report\.html, table pmi, row \d+, rho is marked not at all/m,
  },
  {
    change: "a number beside a bar of a figure on the page",
    plant: (out) =>
      change(join(out, "report.html"), /(<svg.*?<text[^>]*>0\.)(\d)(\d<)/s, otherTenth),
    named:
      /^ {2}files: report\.html, figure Spearman's ρ .* has other texts than its file: 0\.\d\d/m,
  },
  {
    change: "a number in the description of a figure on the page",
    plant: (out) => change(join(out, "report.html"), /(<desc>.*?: 0\.)(\d)(\d ± )/s, otherTenth),
    named: /^ {2}files: report\.html, figure Spearman's ρ .* says .*, Direct-PMI, .*: 0\.\d\d/m,
  },
  {
    change: "a number in the description of a figure's file",
    plant: (out) =>
      change(join(out, "figures/pmi-bars.svg"), /(<desc>.*?: 0\.)(\d)(\d ± )/s, otherTenth),
    named: /^ {2}files: figures\/pmi-bars\.svg says .*, which is not in its CSV/m,
  },
];

describe.skipIf(!hasSciPy)("recompute.py, by SciPy and scikit-learn", () => {
  let small: string;
  beforeAll(async () => {
    const world = ["--dataset", "synthetic-chaosnli", "--experiment", "structure,pmi"];
    small = await runOf(...world, "--pairs", "40", "--dev", "5");
  });

  /** The result of the check on a copy of the small run with this change. */
  async function recomputedWith(plant: (out: string) => Promise<void>): Promise<Recomputed> {
    const out = await mkdtemp(join(tmpdir(), "promptnce-recompute-"));
    await cp(small, out, { recursive: true });
    await plant(out);
    return recompute(out);
  }

  it("agrees with a run from its replies and counts to its page", () => {
    const { status, faults, compared } = recompute(small);
    expect({ status, faults }).toEqual({ status: 0, faults: [] });
    for (const part of ["counts", "replies", "tables", "files"]) {
      expect(compared[part], part).toBeGreaterThan(20);
    }
  });

  it("catches a changed reply", { tags: "full" }, async () => {
    const { status, faults } = await recomputedWith(planted[0]!.plant);
    expect(status).toBe(1);
    expect(faults.join("\n")).toMatch(planted[0]!.named);
  });

  it.for(planted.slice(1))("catches $change", { tags: "full" }, async ({ plant, named }) => {
    const { status, faults } = await recomputedWith(plant);
    expect(status).toBe(1);
    expect(faults.join("\n")).toMatch(named);
  });

  it("agrees with all tables of the worlds", { tags: "full" }, async () => {
    const out = await runOf("--pairs", "120", "--dev", "40", "--seeds", "2");
    expect(recompute(out)).toMatchObject({ status: 0, faults: [] });
  });

  it("agrees with a respondent whose masses sum far from one", { tags: "full" }, async () => {
    const out = await runOf("--profile", "clueless", "--pairs", "60", "--dev", "40");
    expect(recompute(out)).toMatchObject({ status: 0, faults: [] });
  });

  it("agrees with a run whose next tokens answered, in two orders", { tags: "full" }, async () => {
    const asked = ["--read-from", "tokens", "--rotations", "2"];
    const out = await runOf(...asked, "--experiment", "pmi", "--pairs", "60", "--dev", "0");
    expect(recompute(out)).toMatchObject({ status: 0, faults: [] });
  });

  it.skipIf(!existsSync(data)).for(keptRuns)(
    "agrees with what is kept of a real model: %s",
    { tags: "full" },
    async (kept) => {
      const out = await mkdtemp(join(tmpdir(), "promptnce-recompute-"));
      await cp(join(examples, kept), out, { recursive: true });
      expect(await runMain(["report", out, "--data", data], out)).toMatchObject({ code: 0 });
      expect(recompute(out)).toMatchObject({ status: 0, faults: [] });
    },
  );

  it.skipIf(!existsSync(data))("agrees with the real data", { tags: "full" }, async () => {
    const out = await runOf("--data", data, "--pairs", "300", "--dev", "100");
    expect(recompute(out)).toMatchObject({ status: 0, faults: [] });
  });
});
