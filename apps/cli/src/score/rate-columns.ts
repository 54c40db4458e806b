import type { Ranking } from "@promptnce/case-study";
import { countText } from "../terminal/terminal.ts";
import type { Cell, Grid } from "./grid.ts";

/** A rate with what it rests on. */
export type Rate = Pick<Ranking["kinds"][number], "rate" | "students" | "standardError" | "interval">;

/** Resamples of fewer students say nothing of how far the rate of another class would lie from theirs. */
const ENOUGH = 10;

/** The columns of variant and method. */
export const jobColumns: Grid["columns"] = [
  { id: "variant", title: "Variant" },
  { id: "method", title: "Method" },
];

/** The columns of a rate with its students, standard error and interval. */
export const rateColumns: Grid["columns"] = [
  { id: "win_rate", title: "Win rate", digits: 3 },
  { id: "students", title: "Students" },
  { id: "standard_error", title: "± s.e.", digits: 3 },
  { id: "low", title: "95 % from", digits: 3 },
  { id: "high", title: "to", digits: 3 },
];

/** Whether resampling the students with a verdict says nothing, so that no error and interval is given. */
export function tooFew({ students }: Pick<Rate, "students">): boolean {
  return students < ENOUGH;
}

/** A cell for each of {@link rateColumns}. */
export function rateCells(given: Rate): Cell[] {
  const { rate, students, standardError, interval } = given;
  const spread = tooFew(given) ? [undefined, undefined, undefined] : [standardError, interval.low, interval.high];
  return [rate, students, ...spread];
}

/** What is to be known of {@link rateColumns} with these rates. */
export function rateNotes(rates: readonly Rate[]): string[] {
  return [
    "Students: those with a verdict. Standard errors and intervals (percentiles of 10,000 resamples) are by resampling them.",
    ...(rates.some(tooFew)
      ? [
          `Where fewer than ${ENOUGH} students have a verdict, they are too few for a standard error or an interval to mean anything, and none is given: the rate is theirs and says little of other students.`,
        ]
      : []),
  ];
}

/** The same of one rate, for CSV. */
export function rateRemark(given: Rate): string | undefined {
  const { students } = given;
  if (!tooFew(given)) return undefined;
  return `${countText(students)} ${students === 1 ? "student has" : "students have"} a verdict: too few for a standard error or an interval to mean anything`;
}
