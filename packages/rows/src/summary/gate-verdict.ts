import type { Scored } from "@promptnce/core/scorecard";

/** Whether the scores show that the estimates use both x and y. */
export interface GateVerdict {
  /** `unknown` where nothing in the data detects estimates that ignore y. */
  readonly usesBoth: "shown" | "not shown" | "unknown";
  /** The verdict and its reason, as part of a sentence. */
  readonly text: string;
}

/**
 * The verdict of the gate that `bench` judges by: whether the estimates agree with people's PMI
 * beyond what x alone and y alone explain. Without it, base rates and the number of an x's labels
 * can pass for knowledge. `undefined` if there is no gate.
 *
 * @example
 * gateVerdict({ gate: { by: "centred", aboveChance: true } }); // → { usesBoth: "shown" }
 */
export function gateVerdict({ gate, centred }: Scored): GateVerdict | undefined {
  if (gate === undefined) return undefined;
  const { by, aboveChance } = gate;
  if (by === "centred" || by === "levels") {
    if (aboveChance) return { usesBoth: "shown", text: "shown" };
    const statistic = centred ? "rho centred by both" : "the correlation beyond x and y alone";
    return {
      usesBoth: "not shown",
      text: `not shown: ${statistic} may be 0, so base rates alone, or x alone, may explain the ranking`,
    };
  }
  if (!aboveChance) {
    return {
      usesBoth: "not shown",
      text: "not shown: beyond the base rates of labels, the ranking may be chance",
    };
  }
  return {
    usesBoth: "unknown",
    text: "unknown: too few inputs have two labels or more to detect estimates that ignore y",
  };
}
