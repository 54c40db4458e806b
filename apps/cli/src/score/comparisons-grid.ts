import type { Grid } from "./grid.ts";
import { jobColumns } from "./rate-columns.ts";
import type { Scored } from "./scored.ts";

/** Every score, a row a comparison and summary, without any code: for `comparisons.csv`. */
export function comparisonsGrid(all: readonly Scored[], simulated: string | undefined): Grid {
  const fields = ["comparison", "student", "task", "kind", "conditional", "pmi", "status"];
  return {
    name: "comparisons",
    title: "Every score",
    columns: [...jobColumns, ...fields.map((id) => ({ id, title: id }))],
    rows: all.flatMap(({ job, details }) =>
      details.flatMap(({ student, comparisons }) =>
        comparisons.flatMap(({ id, task, scores }) =>
          scores.map(({ kind, conditional, pmi, status }) => [
            job.variant,
            job.name,
            id,
            student,
            task,
            kind,
            conditional,
            pmi,
            status,
          ]),
        ),
      ),
    ),
    notes: [],
    simulated,
  };
}
