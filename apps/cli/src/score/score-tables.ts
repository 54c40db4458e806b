import { rankSummaries, studentDetails } from "@promptnce/case-study";
import type { Ranking, StudentDetail } from "@promptnce/case-study";
import type { Outcome } from "@promptnce/core";
import type { Grid } from "./grid.ts";
import type { ScoreJob } from "./plan-score.ts";

/** What one method makes of one variant. */
export interface Scored {
  readonly job: ScoreJob;
  readonly ranking: Ranking;
  /** Every score, student by student: what a page shows on demand. */
  readonly details: readonly StudentDetail[];
  readonly outcomes: readonly Outcome[];
}

const titles: ReadonlyMap<string, string> = new Map([
  ["compression", "Compression"],
  ["future", "Future prediction"],
  ["promptnce", "PromptNCE"],
  ["infonce", "InfoNCE"],
  ["gem", "GEM"],
  ["gem+plain", "GEM (plain)"],
]);

/** Ranks the summaries by the outcomes of a job's trials. */
export function scored(job: ScoreJob, outcomes: readonly Outcome[], seed: string): Scored {
  const ranking = rankSummaries(job.comparisons, outcomes, {
    seed: `${seed}/score/${job.variant}`,
  });
  return { job, ranking, details: studentDetails(job.comparisons, outcomes), outcomes };
}

const start = [
  { id: "variant", title: "Variant" },
  { id: "method", title: "Method" },
];
const rate = [
  { id: "win_rate", title: "Win rate", digits: 3 },
  { id: "standard_error", title: "± s.e.", digits: 3 },
  { id: "low", title: "95 % from", digits: 3 },
  { id: "high", title: "to", digits: 3 },
];
const intervalNote =
  "Standard errors and intervals (percentiles of 10,000 resamples) are by resampling students.";

/** Variant and method of a job, for people. */
export function startOf({ variant, name }: ScoreJob): [variant: string, method: string] {
  return [titles.get(variant) ?? variant, titles.get(name) ?? name];
}

/** Which kind of summary knows the student best. */
export function rankingGrid(all: readonly Scored[], simulated: string | undefined): Grid {
  return {
    name: "ranking",
    title: "Which summary knows the student?",
    columns: [
      ...start,
      { id: "kind", title: "Summary" },
      ...rate,
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

/** How often each kind beats each other. */
export function pairsGrid(all: readonly Scored[], simulated: string | undefined): Grid {
  const counts = ["wins", "ties", "losses", "absent"] as const;
  return {
    name: "pairs",
    title: "Each two summaries",
    columns: [
      ...start,
      { id: "first", title: "Summary" },
      { id: "second", title: "Against" },
      ...rate,
      ...counts.map((id) => ({ id, title: id })),
    ],
    rows: all.flatMap(({ job, ranking }) =>
      ranking.pairs.map(({ first, second, rate: value, standardError, interval, ...own }) => [
        ...startOf(job),
        first,
        second,
        value,
        standardError,
        interval.low,
        interval.high,
        ...counts.map((count) => own[count]),
      ]),
    ),
    notes: [
      intervalNote,
      "Absent: comparisons without a verdict, since a reply could not be read; the rate leaves them out.",
      ...all.flatMap(tieNotes),
    ],
    simulated,
  };
}

/** Every score, a row a comparison and summary, without any code: for `comparisons.csv`. */
export function comparisonsGrid(all: readonly Scored[], simulated: string | undefined): Grid {
  const fields = ["comparison", "student", "task", "kind", "conditional", "pmi", "status"];
  return {
    name: "comparisons",
    title: "Every score",
    columns: [...start, ...fields.map((id) => ({ id, title: id }))],
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
