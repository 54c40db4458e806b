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
    const answered = put(query);
    const isSet = typeof answered === "object" && "labels" in answered;
    return isSet && answered.resolution !== undefined
      ? filled(answered, answered.resolution / 2)
      : answered;
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
