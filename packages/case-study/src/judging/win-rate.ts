import {
  type BootstrapOptions,
  replicated,
  standardError,
  unitInterval,
  type Interval,
  type ResampledStatistic,
} from "@promptnce/core/resampling";
import type { Judgement } from "./judge.ts";

/** A rate with its sample sizes, standard error and interval. */
export interface Rate {
  /** Chance is 0.5. NaN where nothing was scored. */
  readonly rate: number;
  /** Students with a verdict, who are resampled; see {@link tooFewStudents}. */
  readonly students: number;
  /** By resampling students; NaN with fewer than two that have a verdict. */
  readonly standardError: number;
  /**
   * The 95 % interval of the resampled rates, widened for few students; exact where all students
   * agree; NaN likewise.
   */
  readonly interval: Interval;
}

/** How many comparisons have each verdict. */
interface VerdictCounts {
  /** Those in which the first kind of summary scores above the second. */
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** Comparisons without a verdict, which the rate leaves out. */
  readonly absent: number;
}

/** (wins + ties / 2) / (wins + ties + losses), with its components. */
export interface WinRate extends Rate, VerdictCounts {}

/**
 * With fewer students, resampling does not show how far the rate of another class might lie from
 * theirs.
 */
export const ENOUGH_STUDENTS = 10;

/**
 * Whether a rate rests on too few students for its standard error and interval to mean anything.
 *
 * @example
 * tooFewStudents({ students: 8 }); // → true
 */
export function tooFewStudents({ students }: { readonly students: number }): boolean {
  return students < ENOUGH_STUDENTS;
}

/**
 * The fraction of comparisons in which the first kind of summary scores above the second, a tie
 * counting one half, with a bootstrap standard error that draws whole students, whose comparisons
 * are not independent (Table 3).
 * @throws RangeError where `replicates` is not a positive whole number
 * @example
 * const judged = [1, 1, 0.5, 0].map((verdict, i) => ({ comparison: { student: `s${i}` }, verdict }));
 * winRate(judged, { seed: "1", replicates: 200 }); // → { rate: 0.625, wins: 2, ties: 1 }
 */
export function winRate(judged: readonly Judgement[], options: BootstrapOptions): WinRate {
  const one = { statistic: resampledWinRate(judged), scored: scoredStudents(judged) };
  const [rate] = ratesOf([one], studentsOf(judged).length, options);
  return { ...rate!, ...countVerdicts(judged) };
}

/** The rates of statistics, which share their resamples of so many students. */
export function ratesOf(
  all: readonly { readonly statistic: ResampledStatistic; readonly scored: readonly string[] }[],
  students: number,
  options: BootstrapOptions,
): Rate[] {
  const statistics = all.map(({ statistic }) => statistic);
  return replicated(statistics, students, options).map(({ value: rate, replicates }, i) => {
    const { length } = all[i]!.scored;
    // With one student, every resample has the same rate, or none.
    const own = length < 2 ? new Float64Array() : replicates;
    return {
      rate,
      students: length,
      standardError: standardError(own),
      interval:
        length > 1 && (rate === 0 || rate === 1)
          ? intervalAtTheEnd(rate, length)
          : unitInterval(own, length),
    };
  });
}

/**
 * The exact 95 % interval (Clopper–Pearson) where all students agree: every resample then has the
 * same rate, which would make an interval of no width.
 */
function intervalAtTheEnd(rate: number, students: number): Interval {
  const far = 0.025 ** (1 / students);
  return rate === 1 ? { low: far, high: 1 } : { low: 0, high: 1 - far };
}

export function countVerdicts(judged: readonly Judgement[]): VerdictCounts {
  const count = (verdict: number | undefined): number =>
    judged.filter((one) => one.verdict === verdict).length;
  return { wins: count(1), ties: count(0.5), losses: count(0), absent: count(undefined) };
}

/** The students with at least one verdict. */
export function scoredStudents(judged: readonly Judgement[]): string[] {
  return studentsOf(judged.filter(({ verdict }) => verdict !== undefined));
}

/**
 * The win rate as a function of how often each student is drawn, students in the order in which
 * they first appear unless listed. Two methods judged on the same comparisons can so share their
 * resamples, and the difference of the replicates is the paired difference. NaN where no drawn
 * student has a verdict.
 *
 * @example
 * const judged = [1, 0.5, 0].map((verdict, i) => ({ comparison: { student: `s${i}` }, verdict }));
 * resampledWinRate(judged)([2, 1, 0]); // → 0.833
 */
export function resampledWinRate(
  judged: readonly Judgement[],
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

function studentsOf(judged: readonly Judgement[]): string[] {
  return [...new Set(judged.map(({ comparison }) => comparison.student))];
}
