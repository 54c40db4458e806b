import type { Grid } from "./grid.ts";
import type { Scored } from "./scored.ts";

/** A row a student and kind of summary: how often it beat the other kinds on her attempts. */
export function studentsGrid(all: readonly Scored[], simulated: string | undefined): Grid {
  const ids = ["variant", "method", "student", "kind", "win_rate", "points", "of"];
  return {
    name: "students",
    title: "Student by student",
    columns: ids.map((id) => ({ id, title: id })),
    rows: all.flatMap(({ job, details }) =>
      details.flatMap(({ student, kinds }) =>
        kinds.map(({ kind, points, of }) => [job.variant, job.name, student, kind, points / of, points, of]),
      ),
    ),
    notes: [],
    simulated,
  };
}
