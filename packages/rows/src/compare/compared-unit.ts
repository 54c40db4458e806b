import type { Context } from "@promptnce/core";
import { repeatingUnit } from "../survey/repeating-unit.ts";

/**
 * The unit that is resampled whole, with the cluster of each pair: contexts, or a field of the
 * context, if they hold two pairs or more on average; otherwise inputs.
 */
export function comparedUnit(
  pairs: readonly { readonly input: string; readonly context?: Context | undefined }[],
): { readonly name: string; readonly clusters: ArrayLike<string | number> } {
  const { name, clusters } = repeatingUnit(pairs.map(({ input: x, context }) => ({ x, context })));
  if (name === "pair" || name === "x" || clusters === undefined)
    return { name: "input", clusters: pairs.map(({ input }) => input) };
  return { name, clusters };
}
