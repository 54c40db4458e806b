import { random } from "@promptnce/core";
import type { Pair } from "@promptnce/core";

/** A pair that may be shown, with the fingerprint of its x. */
export interface Example extends Pair {
  readonly key: string;
}

/** A draw of a few pairs with distinct inputs from pairs that come one by one. */
export interface ExampleDraw {
  add(pair: Example): void;
  /** In the order of their draw. */
  readonly drawn: readonly Example[];
}

/** A uniform draw of `size` inputs, which depends on the seed and the pairs and not on their order. */
export function exampleDraw(size: number, seed: string): ExampleDraw {
  let drawn: { readonly pair: Example; readonly at: number }[] = [];
  return {
    add(pair) {
      const at = random(`${seed}/examples/${pair.id}`).bits();
      if (drawn.length === size && at >= (drawn.at(-1)?.at ?? 0)) return;
      const before = drawn.find((one) => one.pair.key === pair.key);
      if (before !== undefined && before.at <= at) return;
      drawn = [...drawn.filter((one) => one !== before), { pair, at }].toSorted((a, b) => a.at - b.at).slice(0, size);
    },
    get drawn() {
      return drawn.map(({ pair }) => pair);
    },
  };
}
