import type { PageContent } from "../terminal/page.ts";
import { tooFew } from "./rate-columns.ts";
import { type Scored, startOf } from "./scored.ts";

/** The leading kind; told apart where its interval against the second is all above one half and means anything. */
export function outcomeLine({ job, ranking }: Scored): NonNullable<PageContent["outcome"]>["lines"][number] {
  const [first, second] = ranking.kinds;
  if (first === undefined || Number.isNaN(first.rate)) {
    return { about: startOf(job).join(", "), said: "nothing could be read", results: [] };
  }
  const against = ranking.pairs.find(
    ({ first: a, second: b }) => (a === first.kind && b === second?.kind) || (a === second?.kind && b === first.kind),
  );
  const told = against !== undefined && !tooFew(against) && resolved(against, first.kind);
  return {
    about: startOf(job).join(", "),
    said: told ? "best" : untold(against),
    results: ranking.kinds.slice(0, told ? 1 : 2).map((own) => {
      const { kind, rate, standardError } = own;
      const error = tooFew(own) || Number.isNaN(standardError) ? "" : ` ± ${standardError.toFixed(2)}`;
      return { name: kind, value: Number.isNaN(rate) ? "no rate" : `${rate.toFixed(2)}${error}` };
    }),
  };
}

type Pair = Scored["ranking"]["pairs"][number];

/** Whether the interval of a pair's rate says that this one of the two wins more often. */
function resolved({ first, interval }: Pair, kind: string): boolean {
  return first === kind ? interval.low > 0.5 : interval.high < 0.5;
}

function untold(pair: Pair | undefined): string {
  return pair !== undefined && tooFew(pair)
    ? `too few students (${pair.students}) to tell it apart from the next`
    : "not told apart from the next";
}
