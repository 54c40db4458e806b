import type { PageContent } from "../terminal/page.ts";
import { type PairRate, type ScoredJob, tooFewStudents } from "@promptnce/case-study";
import { titlesOf } from "./score-tables.ts";

/** The leading kind; told apart where its interval against the second is all above one half and means anything. */
export function outcomeLine({ job, ranking }: ScoredJob): NonNullable<PageContent["outcome"]>["lines"][number] {
  const [first, second] = ranking.kinds;
  if (first === undefined || Number.isNaN(first.rate)) {
    return { about: titlesOf(job).join(", "), said: "nothing could be read", results: [] };
  }
  const against = ranking.pairs.find(
    ({ first: a, second: b }) => (a === first.kind && b === second?.kind) || (a === second?.kind && b === first.kind),
  );
  const told = against !== undefined && !tooFewStudents(against) && resolved(against, first.kind);
  return {
    about: titlesOf(job).join(", "),
    said: told ? "best" : untold(against),
    results: ranking.kinds.slice(0, told ? 1 : 2).map((own) => {
      const { kind, rate, standardError } = own;
      const error = tooFewStudents(own) || Number.isNaN(standardError) ? "" : ` ± ${standardError.toFixed(2)}`;
      return { name: kind, value: Number.isNaN(rate) ? "no rate" : `${rate.toFixed(2)}${error}` };
    }),
  };
}

/** Whether the interval of a pair's rate says that this one of the two wins more often. */
function resolved({ first, interval }: PairRate, kind: string): boolean {
  return first === kind ? interval.low > 0.5 : interval.high < 0.5;
}

function untold(pair: PairRate | undefined): string {
  return pair !== undefined && tooFewStudents(pair)
    ? `too few students (${pair.students}) to tell it apart from the next`
    : "not told apart from the next";
}
