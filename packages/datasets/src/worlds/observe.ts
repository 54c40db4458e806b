import type { Observation, Pair } from "@promptnce/core";

/** The pair with its probabilities and their PMI in nats: log P(y|x) − log P(y) (Section 2). */
export function observe(pair: Pair, conditional: number, marginal: number): Observation {
  const pmi = Math.log(conditional) - Math.log(marginal);
  return { ...pair, conditional, marginal, pmi };
}
