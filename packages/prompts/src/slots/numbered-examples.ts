import type { Input, Label } from "@promptnce/core";
import { fill } from "./body.ts";
import { field } from "./field.ts";

/**
 * Example pairs one after another, as in the paper's grounded prompt: `Example 1: …`, from 1. `layout` says how one
 * looks, with a slot for each field of x and `{{y}}`; `more` fills others.
 */
export function numberedExamples<Pair extends { readonly x: Input; readonly y: Label }>(
  layout: string,
  pairs: readonly Pair[],
  more: (slot: string, pair: Pair) => string | undefined = () => undefined,
): string {
  const shown = (pair: Pair): string =>
    fill(layout, (slot) => more(slot, pair) ?? (slot === "y" ? pair.y : field(pair.x, slot)));
  return pairs.map((pair, index) => `Example ${index + 1}: ${shown(pair)}`).join("\n");
}
