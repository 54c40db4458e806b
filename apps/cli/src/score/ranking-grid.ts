import type { Grid } from "./grid.ts";
import { jobColumns, rateCells, rateColumns, rateNotes, rateRemark } from "./rate-columns.ts";
import { type Scored, startOf } from "./scored.ts";

/** Which kind of summary knows the student best. */
export function rankingGrid(all: readonly Scored[], simulated: string | undefined): Grid {
  const kinds = all.flatMap(({ ranking }) => ranking.kinds);
  return {
    name: "ranking",
    title: "Which summary knows the student?",
    columns: [
      ...jobColumns,
      { id: "kind", title: "Summary" },
      ...rateColumns,
      { id: "opponents", title: "Other kinds" },
    ],
    rows: all.flatMap(({ job, ranking }) =>
      ranking.kinds.map((own) => [...startOf(job), own.kind, ...rateCells(own), own.opponents]),
    ),
    notes: [
      "Win rate: how often a student's attempt is held likelier given this summary than given another kind's, a tie being one half (chance 0.5); the mean over the other kinds, each weighing the same.",
      ...rateNotes(kinds),
    ],
    remarks: kinds.map(rateRemark),
    simulated,
  };
}
