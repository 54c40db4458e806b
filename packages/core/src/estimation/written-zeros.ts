import type { Answer, Ask, Pmf, Query } from "../types.ts";
import { oncePerPool } from "./implied.ts";
import type { Term } from "./terms.ts";

/**
 * The term with each zero as it was written and not as the paper's clamp: a 0 beside a 0.25 was rounded from less than
 * 0.005, and counts as that. The half unit itself is taken, the most that it can have been, since nothing is known of
 * how numbers lie below it: a PMI is then never lower than what was said.
 *
 * In a set the reply's own digits tell the unit (`resolution` of its Pmf). A reply that shows no decimal, as that of a
 * single 0, tells none: then it is the least that the term comes to above zero in the pool, and without a pool the zero
 * stays for the clamp.
 */
export function writtenZeros(term: Term): Term {
  const leastIn = oncePerPool((pool) => {
    const said = pool.trials.map((trial) => term(trial, pool.ask, pool) ?? 0).filter((p) => p > 0);
    return said.reduce((one, two) => Math.min(one, two), 1);
  });
  return (trial, ask, pool) => {
    const p = term(trial, asWritten(ask), pool);
    return p === 0 && pool !== undefined ? leastIn(pool) / 2 : p;
  };
}

function asWritten(ask: Ask): Ask {
  const put = ask as (query: Query) => Answer | undefined;
  const answer = (query: Query): Answer | undefined => {
    const said = put(query);
    const { resolution, masses, other } = typeof said === "object" && "labels" in said ? said : ({} as Partial<Pmf>);
    if (resolution === undefined || masses === undefined) return said;
    const written = (mass: number): number => (mass === 0 ? resolution / 2 : mass);
    return { ...(said as Pmf), masses: masses.map(written), ...(other !== undefined && { other: written(other) }) };
  };
  return answer as Ask;
}
