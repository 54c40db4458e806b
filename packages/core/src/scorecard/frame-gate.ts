import type { Frame } from "../frame/frame.ts";
import { type GateOf, type GatePairs, markGate } from "../repeats/mark-gate.ts";
import type { ScoredTerm } from "./scored.ts";

export interface FrameGateOptions extends Pick<GatePairs, "unit" | "labelsOfX" | "levels"> {
  readonly term: ScoredTerm;
}

/**
 * The gate of estimates of a frame's pairs, which are PMI in nats or ln P̂(y | x, c). `undefined` if
 * a true PMI or ln P(y|x) is not finite, if the only gate left needs people's P(y) and some pair has
 * none, and for base rates, which tell nothing of x.
 *
 * @example
 * import { frameBuilder } from "@promptnce/core/frame";
 * const builder = frameBuilder([]);
 * for (const [x, y, pmi] of [["a", "b", 0.5], ["c", "d", -0.5]]) {
 *   builder.add({ x, y, truth: { conditional: 0.5, marginal: 0.25, pmi }, estimates: [] });
 * }
 * frameGate(builder.build(), { term: "pmi" })([0.4, -0.2]); // → { by: "base rate", inflation: 1 }
 */
export function frameGate(
  { keys, truth }: Frame,
  { term, ...shared }: FrameGateOptions,
): GateOf | undefined {
  if (term === "marginal") return undefined;
  const actual = term === "pmi" ? truth.pmi : truth.conditional.map((p) => Math.log(p));
  if (!actual.every(Number.isFinite)) return undefined;
  const logMarginals = truth.marginal.map((p) => Math.log(p));
  return markGate({ ...shared, truth: actual, keys, logMarginals });
}
