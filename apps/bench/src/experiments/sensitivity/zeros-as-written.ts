import type { Answer, Ask, Pmf, Query } from "@promptnce/core";

/**
 * Answers as `ask` does, but with each zero of a set as it was written: beside a 0.25 a 0 was rounded from less than
 * 0.005. It becomes that half unit, the most that it can have been, since nothing is known of how numbers lie below it.
 *
 * The reply's own digits tell the unit (`resolution` of its Pmf). A zero stays where they do not: a reply without
 * decimals, as that of a single 0, tells none.
 */
export function zerosAsWritten(ask: Ask): Ask {
  const put = ask as (query: Query) => Answer | undefined;
  const answer = (query: Query): Answer | undefined => {
    const said = put(query);
    const isSet = typeof said === "object" && "labels" in said;
    return isSet && said.resolution !== undefined ? filled(said, said.resolution / 2) : said;
  };
  return answer as Ask;
}

function filled({ labels, masses, other }: Pmf, least: number): Pmf {
  const written = (mass: number): number => (mass === 0 ? least : mass);
  return {
    labels,
    masses: masses.map(written),
    ...(other !== undefined && { other: written(other) }),
  };
}
