import type { Ask, Pmf, Query } from "@promptnce/core";
import { type Joint, truthful } from "@promptnce/providers/simulated";

/** Answers from a joint distribution itself: what Section 2 assumes of a respondent, who scores no texts. */
export function idealAsk(joint: Joint): Ask {
  const said = truthful(joint);
  return ((query: Exclude<Query, { readonly kind: "likelihood" }>): number | Pmf => {
    if (query.kind === "marginal" || query.kind === "grounded")
      return said.marginal(query.y, query.kind);
    if (query.kind === "conditional") return said.conditional(query.x, query.y);
    if (query.kind === "pmi")
      return (
        Math.log(said.conditional(query.x, query.y)) - Math.log(said.marginal(query.y, "marginal"))
      );
    const { candidates: labels } = query;
    const masses = said[query.kind](query.x, labels);
    const [other] = masses.slice(labels.length);
    return {
      labels,
      masses: masses.slice(0, labels.length),
      ...(other !== undefined && { other }),
    };
  }) as Ask;
}
