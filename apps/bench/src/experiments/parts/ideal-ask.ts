import type { Ask, Pmf, Query, Joint } from "@promptnce/core";
import { truthful } from "@promptnce/rehearsal";

/**
 * Answers taken from the joint distribution itself, like the respondent assumed in Section 2. It
 * does not score texts.
 */
export function idealAsk(joint: Joint): Ask {
  const respondent = truthful(joint);
  return ((query: Exclude<Query, { readonly kind: "likelihood" }>): number | Pmf => {
    if (query.kind === "marginal" || query.kind === "grounded")
      return respondent.marginal(query.y, query.kind);
    if (query.kind === "conditional") return respondent.conditional(query.x, query.y);
    if (query.kind === "pmi")
      return (
        Math.log(respondent.conditional(query.x, query.y)) -
        Math.log(respondent.marginal(query.y, "marginal"))
      );
    const { candidates: labels } = query;
    const masses = respondent[query.kind](query.x, labels);
    const [residual] = masses.slice(labels.length);
    return {
      labels,
      masses: masses.slice(0, labels.length),
      ...(residual !== undefined && { other: residual }),
    };
  }) as Ask;
}
