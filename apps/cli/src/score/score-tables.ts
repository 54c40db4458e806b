import {
  ENOUGH_STUDENTS,
  type Rate,
  type ScoredJob,
  tooFewStudents,
  variantTitles,
} from "@promptnce/case-study/judging";
import { said } from "../terminal/said.ts";
import { countText } from "@promptnce/core/errors";
import type { Table, Value } from "#report";
import type { CsvTable, ScoreTable } from "./table-text.ts";
import { shortNames } from "./short-names.ts";

/** A column with a function for the cell of a row. */
type ColumnOf<T> = Table["columns"][number] & { readonly of: (row: T) => Value };

/** The display name of a job's variant and method. */
export function titlesOf({ variant, method }: ScoredJob["job"]): [variant: string, method: string] {
  return [variantTitles[variant], method.title];
}

const jobColumns: readonly ColumnOf<Pick<ScoredJob, "job">>[] = [
  { id: "variant", title: "Variant", of: ({ job }) => titlesOf(job)[0] },
  { id: "method", title: "Method", of: ({ job }) => titlesOf(job)[1] },
];

const rateColumns: readonly ColumnOf<{ readonly own: Rate }>[] = [
  { id: "win_rate", title: "Win rate", digits: 3, of: ({ own }) => own.rate },
  { id: "students", title: "Students", of: ({ own }) => own.students },
  { id: "standard_error", title: "± s.e.", digits: 3, of: ({ own }) => enough(own)?.standardError },
  { id: "low", title: "95 % from", digits: 3, of: ({ own }) => enough(own)?.interval.low },
  { id: "high", title: "to", digits: 3, of: ({ own }) => enough(own)?.interval.high },
];

/** The rate, if its error and interval are meaningful. */
function enough(rate: Rate): Rate | undefined {
  return tooFewStudents(rate) ? undefined : rate;
}

/** The notes on {@link rateColumns} for these rates. */
function rateNotes(rows: readonly { readonly own: Rate }[]): string[] {
  return said(
    "Students: those with a verdict. Standard errors and intervals (percentiles, widened for few students; exact where all agree) are from 10,000 resamples of these students.",
    rows.some(({ own }) => tooFewStudents(own)) &&
      `Fewer than ${ENOUGH_STUDENTS} students are too few for a standard error or an interval, so none is given: the rate describes these students and says little about others.`,
  );
}

/** The rate cells, and the same columns for CSV, of one rate each. */
function ratesOf<T extends { readonly own: Rate }>(
  rows: readonly T[],
  columns: readonly ColumnOf<T>[],
) {
  const remarks = rows.map(({ own }) => rateRemark(own));
  return { columns, rows: rows.map((row) => columns.map(({ of }) => of(row))), remarks };
}

function rateRemark(given: Rate): string | undefined {
  const { students } = given;
  if (!tooFewStudents(given)) return undefined;
  return `${countText(students)} ${students === 1 ? "student has" : "students have"} a verdict: too few for a standard error or an interval`;
}

/** Says on which test the verdict rests, if there are several ways of asking. */
export function verdictNote(scored: readonly ScoredJob[]): string | undefined {
  const [main, ...others] = scored;
  if (main === undefined || others.length === 0) return undefined;
  return `The verdict is that of ${titlesOf(main.job).join(", ")}, chosen before any reply was read. The other ways of asking are shown for comparison: of several intervals, the chance that one misses 0.5 by luck alone is above 1 in 20.`;
}

/** The table of which kind of summary knows the student best. */
export function rankingTable(all: readonly ScoredJob[], simulated: string | undefined): ScoreTable {
  const rows = all.flatMap(({ job, ranking }) => ranking.kinds.map((own) => ({ job, own })));
  const columns: readonly ColumnOf<(typeof rows)[number]>[] = [
    ...jobColumns,
    { id: "kind", title: "Summary", of: ({ own }) => own.kind },
    ...rateColumns,
    { id: "opponents", title: "Other kinds", of: ({ own }) => own.opponents },
  ];
  const notes = [
    "Win rate: the share of comparisons in which the student's attempt is likelier with this summary than with one of another kind. A tie counts one half, so chance is 0.5. All other kinds have the same weight.",
    ...said(verdictNote(all)),
    ...rateNotes(rows),
  ];
  return {
    name: "ranking",
    title: "Ranking of the summaries",
    ...ratesOf(rows, columns),
    notes,
    simulated,
  };
}

const countTitles = { wins: "Wins", ties: "Ties", losses: "Losses", absent: "Absent" };

/** The table of how often each kind beats each other. */
export function pairsTable(all: readonly ScoredJob[], simulated: string | undefined): ScoreTable {
  const rows = all.flatMap(({ job, ranking }) => ranking.pairs.map((own) => ({ job, own })));
  const counts = ["wins", "ties", "losses", "absent"] as const;
  const columns: readonly ColumnOf<(typeof rows)[number]>[] = [
    ...jobColumns,
    { id: "first", title: "Summary", of: ({ own }) => own.first },
    { id: "second", title: "Against", of: ({ own }) => own.second },
    ...rateColumns,
    ...counts.map((id) => ({
      id,
      title: countTitles[id],
      of: ({ own }: (typeof rows)[number]) => own[id],
    })),
  ];
  const notes = [
    ...rateNotes(rows),
    "Absent: comparisons left out of the rate because a reply could not be read.",
    ...all.flatMap(tieNotes),
  ];
  return {
    name: "pairs",
    title: "Pairwise comparisons",
    ...ratesOf(rows, columns),
    notes,
    simulated,
    brief: columns.flatMap(({ id }) => (id === "students" || id === "standard_error" ? [] : id)),
  };
}

/** The note that a rate near one half is less informative if most verdicts are ties. */
function tieNotes({ job, ranking }: ScoredJob): string[] {
  const notes = ranking.pairs.map(({ first, second, wins, ties, losses }) => {
    const of = wins + ties + losses;
    return (
      ties > of / 2 &&
      `${titlesOf(job).join(", ")}, ${first} against ${second}: ${ties} of ${of} are ties. The model gave the attempt the same probability with either summary, often 0 with everything on OTHER. Such answers are too coarse to tell the summaries apart.`
    );
  });
  return said(...notes);
}

/**
 * The rows of `students.csv`, one per student and kind of summary: how often that kind beat the
 * others on the student's attempts.
 */
export function studentsTable(all: readonly ScoredJob[], simulated: string | undefined): CsvTable {
  const rows = all.flatMap(({ job: { variant, method }, details }) =>
    details.flatMap(({ student, kinds }) =>
      kinds.map(({ kind, points, of }) => [
        variant,
        method.id,
        student,
        kind,
        points / of,
        points,
        of,
      ]),
    ),
  );
  const fields = ["variant", "method", "student", "kind", "win_rate", "points", "of"];
  return { columns: fields.map((id) => ({ id })), rows, simulated };
}

/** The rows of `comparisons.csv`, one per comparison and summary: every score, without any code. */
export function comparisonsTable(
  all: readonly ScoredJob[],
  simulated: string | undefined,
): CsvTable {
  const fields = [
    "variant",
    "method",
    "comparison",
    "student",
    "task",
    "kind",
    "conditional",
    "pmi",
    "status",
  ];
  const rows = all.flatMap(({ job: { variant, method }, details }) =>
    details.flatMap(({ student, comparisons }) =>
      comparisons.flatMap(({ id, task, scores }) =>
        scores.map(({ kind, conditional, pmi, status }) => {
          return [variant, method.id, id, student, task, kind, conditional, pmi, status];
        }),
      ),
    ),
  );
  return { columns: fields.map((id) => ({ id })), rows, simulated };
}

/**
 * The tables of the page, one per variant with one row per student: how often each kind of summary
 * beat the others.
 */
export function studentTables(
  all: readonly ScoredJob[],
  simulated: string | undefined,
): ScoreTable[] {
  return [...Map.groupBy(all, ({ job }) => job.variant)].map(([variant, own]) => {
    const columns = own.flatMap(({ job, details }) => {
      const kinds = new Set(details.flatMap((detail) => detail.kinds.map(({ kind }) => kind)));
      return [...kinds].map((kind) => ({ method: job.method.title, kind, details }));
    });
    const students = own[0]?.details.map(({ student }) => student) ?? [];
    const names = shortNames(students);
    return {
      name: `students-${variant}`,
      title: variantTitles[variant],
      simulated,
      columns: [
        { id: "student", title: "Student" },
        ...columns.map(({ method, kind }) => {
          return { id: `${method} ${kind}`, title: `${kind} (${method})`, digits: 2 };
        }),
      ],
      // All methods have the same comparisons, and so the same students.
      rows: students.map((student, i) => [
        names.get(student),
        ...columns.map(({ kind, details }) => {
          const { points = 0, of = 0 } = details[i]?.kinds.find((rate) => rate.kind === kind) ?? {};
          return of === 0 ? undefined : points / of;
        }),
      ]),
      notes: [
        "The share of comparisons of the student's attempts that this kind of summary won. A tie counts one half.",
      ],
    };
  });
}
