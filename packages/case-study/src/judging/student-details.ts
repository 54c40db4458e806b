import type { Estimate, Outcome, Status } from "@promptnce/core";
import type { Comparison } from "./comparisons.ts";
import { verdictOf } from "./verdict.ts";

/** What a method made of one student's summaries, attempt by attempt: plain data, as for a page. */
export interface StudentDetail {
  readonly student: string;
  readonly kinds: readonly KindPoints[];
  readonly comparisons: readonly ComparisonDetail[];
}

/** How one kind of summary fares with one student. */
export interface KindPoints {
  readonly kind: string;
  /** Over her attempts and the other kinds, one where it scores higher and a half for a tie. */
  readonly points: number;
  /** Of how many verdicts. */
  readonly of: number;
}

export interface ComparisonDetail {
  /** As in {@link Comparison}. */
  readonly id: string;
  readonly task: string;
  /** The attempt's text as the student wrote it: escape it wherever it is shown. */
  readonly attempt: string;
  /** In the order that was shown, the attempt among them. */
  readonly candidates: readonly string[];
  readonly scores: readonly SummaryScore[];
}

/** The score of the attempt given one summary. */
export interface SummaryScore extends Pick<Estimate, "conditional" | "pmi"> {
  readonly kind: string;
  readonly summary: string;
  readonly status: Status;
}

/**
 * The scores behind the win rates, student by student in the order of the comparisons.
 *
 * @throws {RangeError} where a trial has no outcome.
 */
export function studentDetails(comparisons: readonly Comparison[], outcomes: Iterable<Outcome>): StudentDetail[] {
  const byTrial = new Map(Array.from(outcomes, (outcome) => [outcome.trial.id, outcome]));
  const byStudent = Map.groupBy(comparisons, ({ student }) => student);
  return Array.from(byStudent, ([student, own]) => {
    const details = own.map((comparison) => detailOf(comparison, byTrial));
    return { student, kinds: pointsOf(details), comparisons: details };
  });
}

function pointsOf(comparisons: readonly ComparisonDetail[]): KindPoints[] {
  const sums = new Map<string, KindPoints>();
  for (const { id, scores } of comparisons) {
    for (const one of scores) {
      const verdicts = scores.flatMap((other) => (other === one ? [] : (verdictOf(id, one, other) ?? [])));
      const { points, of } = sums.get(one.kind) ?? { points: 0, of: 0 };
      const won = verdicts.reduce<number>((sum, verdict) => sum + verdict, 0);
      sums.set(one.kind, { kind: one.kind, points: points + won, of: of + verdicts.length });
    }
  }
  return [...sums.values()];
}

function detailOf({ id, task, trials }: Comparison, byTrial: ReadonlyMap<string, Outcome>): ComparisonDetail {
  const [{ y: attempt, candidates } = { y: "", candidates: [] }] = trials.values();
  const scores = Array.from(trials, ([kind, trial]): SummaryScore => {
    const outcome = byTrial.get(trial.id);
    if (outcome === undefined) throw new RangeError(`Trial "${trial.id}" has no outcome: estimate every trial.`);
    const { conditional, pmi } = outcome.estimate;
    return {
      kind,
      summary: trial.x["summary"] ?? "",
      ...(conditional !== undefined && { conditional }),
      ...(pmi !== undefined && { pmi }),
      status: outcome.status,
    };
  });
  return { id, task, attempt, candidates, scores };
}
