import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { classOf } from "./class/class-of.ts";
import { comparisons } from "./judging/comparisons.ts";
import { readAttempts } from "./attempts/read-attempts.ts";
import type { SummaryRow } from "./class/read-summaries.ts";

const root = resolve(import.meta.dirname, "../../..");
const folder = join(
  resolve(root, process.env["PROMPTNCE_TEST_DATA"] ?? "../shared/datasets"),
  "progsnap2",
);
const introclass = join(folder, "introclass/introclass_submissions.jsonl.gz");
const fitech = join(folder, "fitech");

/** Two kinds of summary of every student. */
function summariesOf(students: Iterable<string>): SummaryRow[] {
  return [...students].flatMap((student) =>
    ["own", "other"].map((kind) => ({
      student,
      kind,
      summary: `${kind} of ${student}`,
      place: "test",
    })),
  );
}

test.skipIf(!existsSync(introclass))(
  "IntroClass: 1,143 attempts of 104 students, the short ones standing beside the others",
  async () => {
    const { rows } = await readAttempts(introclass);
    expect(rows).toHaveLength(1143);
    const names = new Set(rows.map(({ student }) => student));
    expect(names.size).toBe(104);
    const read = classOf(rows, summariesOf(names), { window: 4 });
    const kept = read.students.flatMap(({ window, later }) => [...window, ...later]);
    expect(kept.length + read.repeats + read.blank).toBe(1143);
    expect(read.students.length - read.short.length).toBeGreaterThan(60);
    for (const variant of ["compression", "future"] as const) {
      const made = comparisons(read.students, { variant, seed: 1 });
      expect(made.comparisons.length).toBeGreaterThan(150);
      for (const { trials, task } of made.comparisons) {
        const { y, candidates } = trials.get("own")!;
        expect(new Set(candidates).size).toBe(5);
        expect(candidates).toContain(y);
        const tasks = rows.filter(({ code }) => candidates.includes(code)).map((row) => row.task);
        expect(tasks).toContain(task);
      }
    }
  },
);

test.skipIf(!existsSync(fitech))(
  "FITech: a ProgSnap2 table with its code in a column, of which submissions and runs are attempts",
  async () => {
    const { rows, notes } = await readAttempts(fitech);
    expect(notes).toEqual([
      "fitech/MainTable.csv: took 328 of 3603 events (File.Run, File.Submit).",
    ]);
    expect(new Set(rows.map(({ student }) => student)).size).toBe(20);
    const edits = await readAttempts(fitech, ["File.Edit", "File.Init"]);
    expect(edits.rows).toHaveLength(3133 + 139);
    const read = classOf(rows, summariesOf(new Set(rows.map(({ student }) => student))), {
      window: 2,
    });
    expect(
      comparisons(read.students, { variant: "compression", seed: 1 }).comparisons.length,
    ).toBeGreaterThan(10);
  },
);
