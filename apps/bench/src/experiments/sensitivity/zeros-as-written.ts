import type { Answer, Ask, Pmf, Query } from "@promptnce/core";

/**
 * Answers like `ask`, but with each zero in a set replaced by half of the unit in which the reply
 * was written: beside 0.25, a 0 may have been rounded from anything below 0.005. That is the
 * maximum; nothing is known about the distribution below it.
 *
 * The unit comes from the reply's own digits (`resolution` of its Pmf). Without it, as in a reply
 * that has no decimals, zeros remain.
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
