import type { Grid } from "./grid.ts";
import { intervalNote, jobColumns, rateColumns } from "./rate-columns.ts";
import { type Scored, startOf } from "./scored.ts";

/** Which kind of summary knows the student best. */
export function rankingGrid(all: readonly Scored[], simulated: string | undefined): Grid {
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
      ranking.kinds.map(({ kind, rate: value, standardError, interval, opponents }) => [
        ...startOf(job),
        kind,
        value,
        standardError,
        interval.low,
        interval.high,
        opponents,
      ]),
    ),
    notes: [
      "Win rate: how often a student's attempt is held likelier given this summary than given another kind's, a tie being one half (chance 0.5); the mean over the other kinds, each weighing the same.",
      intervalNote,
    ],
    simulated,
  };
}
