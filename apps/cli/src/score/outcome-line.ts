import type { PageContent } from "../page.ts";
import { type Scored, startOf } from "./scored.ts";

/** The leading kind; told apart where its interval against the second is all above one half. */
export function outcomeLine({
  job,
  ranking,
}: Scored): NonNullable<PageContent["outcome"]>["lines"][number] {
  const [first, second] = ranking.kinds;
  if (first === undefined || Number.isNaN(first.rate)) {
    return { about: startOf(job).join(", "), said: "nothing could be read", results: [] };
  }
  const told = ranking.pairs.some(({ first: a, second: b, interval }) => {
    if (a === first.kind && b === second?.kind) return interval.low > 0.5;
    return a === second?.kind && b === first.kind && interval.high < 0.5;
  });
  return {
    about: startOf(job).join(", "),
    said: told ? "best" : "not told apart from the next",
    results: ranking.kinds.slice(0, told ? 1 : 2).map(({ kind, rate, standardError }) => {
      const error = Number.isNaN(standardError) ? "" : ` ± ${standardError.toFixed(2)}`;
      return { name: kind, value: Number.isNaN(rate) ? "no rate" : `${rate.toFixed(2)}${error}` };
    }),
  };
}
