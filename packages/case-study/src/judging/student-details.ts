import type { Estimate, Outcome, Status } from "@promptnce/core";
import type { Comparison } from "./comparisons.ts";
import { outcomeFinder, verdictOf } from "./judge.ts";

/** One method's results for a student's summaries, attempt by attempt, as plain data for a page. */
export interface StudentDetail {
  readonly student: string;
  readonly kinds: readonly KindPoints[];
  readonly comparisons: readonly ComparisonDetail[];
}

/** The result of one kind of summary for one student. */
export interface KindPoints {
  readonly kind: string;
  /** Over her attempts and the other kinds, one where it scores higher and a half for a tie. */
  readonly points: number;
  /** The number of verdicts. */
  readonly of: number;
}

/** The scores of one attempt, one for each kind of summary. */
export interface ComparisonDetail {
  /** Student, variant and the attempt's number from 1; unique. */
  readonly id: string;
  /** The assignment that the attempt answers. */
  readonly task: string;
  readonly scores: readonly SummaryScore[];
}

/** The score of the attempt given one summary. */
export interface SummaryScore extends Estimate {
  readonly kind: string;
  readonly status: Status;
}

/**
 * The scores behind the win rates, student by student in the order of the comparisons.
 * @throws RangeError where a trial has no outcome
 */
export function studentDetails(
  comparisons: readonly Comparison[],
  outcomes: Iterable<Outcome>,
): StudentDetail[] {
  const outcomeOf = outcomeFinder(outcomes);
  const byStudent = Map.groupBy(comparisons, ({ student }) => student);
  return Array.from(byStudent, ([student, own]) => {
    const details = own.map(({ id, task, trials }): ComparisonDetail => {
      const scores = Array.from(trials, ([kind, trial]): SummaryScore => {
        const { estimate, status } = outcomeOf(trial.id);
        return { kind, ...estimate, status };
      });
      return { id, task, scores };
    });
    return { student, kinds: pointsOf(details), comparisons: details };
  });
}

/**
 * The kinds that no other beats on this attempt: one won it, several tie; none where no two scores
 * can be compared.
 *
 * @example
 * const scores = [{ kind: "expert", conditional: 0.5 }, { kind: "generic", conditional: 0.2 }];
 * winnersOf({ id: "a", task: "sum", scores }); // → ["expert"]
 */
export function winnersOf(comparison: ComparisonDetail): string[] {
  const judged = pointsOf([comparison]).filter(({ of }) => of > 0);
  const most = Math.max(...judged.map(({ points }) => points));
  return judged.flatMap(({ kind, points }) => (points === most ? [kind] : []));
}

function pointsOf(comparisons: readonly ComparisonDetail[]): KindPoints[] {
  const sums = new Map<string, KindPoints>();
  for (const { id, scores } of comparisons) {
    for (const one of scores) {
      const verdicts = scores.flatMap((other) =>
        other === one ? [] : (verdictOf(id, one, other) ?? []),
      );
      const { points, of } = sums.get(one.kind) ?? { points: 0, of: 0 };
      const won = verdicts.reduce<number>((sum, verdict) => sum + verdict, 0);
      sums.set(one.kind, { kind: one.kind, points: points + won, of: of + verdicts.length });
    }
  }
  return [...sums.values()];
}
