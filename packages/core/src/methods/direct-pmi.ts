import type { Estimator } from "../types.ts";
import type { MethodFamily } from "../terms/method.ts";

/**
 * PMI elicited directly, in nats, without a conditional or a marginal (Section 3).
 *
 * @example
 * directPmi({ id: "1", x: { cue: "SHOVE" }, y: "PUSH", candidates: ["PUSH"] }, () => 2.3);
 * // → { pmi: 2.3 }
 */
export const directPmi: Estimator = ({ x, y }, ask) => {
  const nats = ask({ kind: "pmi", x, y });
  return nats === undefined ? {} : { pmi: nats };
};

/** {@link directPmi} by its name. */
export const directPmiFamily: MethodFamily<"direct-pmi"> = {
  name: "direct-pmi",
  usage: "direct-pmi",
  make(id) {
    if (id !== "direct-pmi") return undefined;
    return { id, title: "Direct-PMI", needs: {}, asks: ["pmi"], estimator: directPmi };
  },
};
