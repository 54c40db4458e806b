import { bootstrap, type BootstrapOptions, standardError, type ResampledStatistic } from "@promptnce/core";
import type { Judged } from "./judge.ts";

export interface VerdictCounts {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** Comparisons without a verdict, which the rate leaves out. */
  readonly absent: number;
}

export interface WinRate extends VerdictCounts {
  /** (wins + ties / 2) / (wins + ties + losses); chance is 0.5. NaN where nothing was scored. */
  readonly rate: number;
  /** Standard error of the rate, resampling students; NaN with fewer than two scored students. */
  readonly standardError: number;
}

/**
 * The fraction of comparisons in which the first kind of summary scores above the second, a tie
 * counting one half, with a bootstrap standard error that draws whole students, since the
 * comparisons of one student are not independent (Table 3).
 *
 * @throws {RangeError} where `replicates` is not a positive whole number.
 */
export function winRate(judged: readonly Judged[], options: BootstrapOptions): WinRate {
  const counts = countVerdicts(judged);
  const { wins, ties, losses } = counts;
  const [replicates] = bootstrap([resampledWinRate(judged)], studentsOf(judged).length, options);
  return {
    rate: (wins + ties / 2) / (wins + ties + losses),
    standardError: scoredStudents(judged).length < 2 ? Number.NaN : standardError(replicates!),
    ...counts,
  };
}

export function countVerdicts(judged: readonly Judged[]): VerdictCounts {
  const count = (verdict: number | undefined): number => judged.filter((one) => one.verdict === verdict).length;
  return { wins: count(1), ties: count(0.5), losses: count(0), absent: count(undefined) };
}

/** The students of whom a comparison has a verdict. */
export function scoredStudents(judged: readonly Judged[]): string[] {
  return studentsOf(judged.filter(({ verdict }) => verdict !== undefined));
}

/**
 * The win rate as a function of how often each student is drawn, students in the order in which
 * they first appear unless listed. Two methods judged on the same comparisons can so share their resamples, and
 * the difference of the replicates is the paired difference. NaN where no drawn student has a
 * verdict.
 */
export function resampledWinRate(
  judged: readonly Judged[],
  students: readonly string[] = studentsOf(judged),
): ResampledStatistic {
  const place = new Map(students.map((student, i) => [student, i]));
  const sums = new Float64Array(place.size);
  const scored = new Float64Array(place.size);
  for (const { comparison, verdict } of judged) {
    if (verdict === undefined) continue;
    const student = place.get(comparison.student)!;
    sums[student]! += verdict;
    scored[student]! += 1;
  }
  return (counts) => {
    let sum = 0;
    let of = 0;
    for (let student = 0; student < counts.length; student++) {
      sum += counts[student]! * sums[student]!;
      of += counts[student]! * scored[student]!;
    }
    return sum / of;
  };
}

function studentsOf(judged: readonly Judged[]): string[] {
  return [...new Set(judged.map(({ comparison }) => comparison.student))];
}
