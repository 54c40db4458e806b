import type { Grid } from "./grid.ts";
import { jobColumns, rateCells, rateColumns, rateNotes, rateRemark } from "./rate-columns.ts";
import { type Scored, startOf } from "./scored.ts";

/** How often each kind beats each other. */
export function pairsGrid(all: readonly Scored[], simulated: string | undefined): Grid {
  const counts = ["wins", "ties", "losses", "absent"] as const;
  const pairs = all.flatMap(({ ranking }) => ranking.pairs);
  return {
    name: "pairs",
    title: "Each two summaries",
    columns: [
      ...jobColumns,
      { id: "first", title: "Summary" },
      { id: "second", title: "Against" },
      ...rateColumns,
      ...counts.map((id) => ({ id, title: id })),
    ],
    rows: all.flatMap(({ job, ranking }) =>
      ranking.pairs.map((own) => [
        ...startOf(job),
        own.first,
        own.second,
        ...rateCells(own),
        ...counts.map((count) => own[count]),
      ]),
    ),
    notes: [
      ...rateNotes(pairs),
      "Absent: comparisons without a verdict, since a reply could not be read; the rate leaves them out.",
      ...all.flatMap(tieNotes),
    ],
    remarks: pairs.map(rateRemark),
    simulated,
  };
}

/** Where most verdicts are ties, a rate near one half says less than it seems to. */
function tieNotes({ job, ranking }: Scored): string[] {
  return ranking.pairs.flatMap(({ first, second, wins, ties, losses }) => {
    const of = wins + ties + losses;
    if (ties <= of / 2) return [];
    return [
      `${startOf(job).join(", ")}, ${first} against ${second}: ${ties} of ${of} are ties. The model gave the attempt the same probability whichever summary it was shown, often zero with all on OTHER; its answers are too coarse to tell these apart.`,
    ];
  });
}
