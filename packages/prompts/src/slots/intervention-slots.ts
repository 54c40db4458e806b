import type { Intervention } from "@promptnce/core";
import { numberedExamples } from "./slots.ts";
import type { Slot } from "./slot.ts";

export type InterventionName = Intervention["name"];

/** The intervention of that name, with what it shows of the development pairs. */
export type InterventionNamed<N extends InterventionName> = { [I in Intervention as I["name"]]: I }[N];

/** What a question shows that is asked with the intervention of that name. */
type With<N extends InterventionName> = { readonly intervention: InterventionNamed<N> };

/**
 * The example pairs with what people did, numbered from 1. `layout` says how one looks, with a slot for each field of
 * x, `{{y}}` and `{{p}}`, which is P(y|x) with two significant digits. Throws where there is no example.
 */
export function shots(layout: string): Slot<With<"few-shot">> {
  return {
    about: `each example pair, numbered from 1, p with two significant digits: Example 1: ${layout}`,
    write: ({ intervention: { examples } }) => {
      if (examples.length === 0) {
        throw new Error("The few-shot question has no examples: give it some, or ask without an intervention.");
      }
      return numberedExamples(layout, examples, (slot, { conditional }) =>
        slot === "p" ? decimal(conditional) : undefined,
      );
    },
    read: () => ({}),
  };
}

type QuantileSlot = Slot<With<"distribution-aware">>;

function quantile(place: 0 | 1 | 2 | 3 | 4, name: string): QuantileSlot {
  const about = `the ${name} of P(y|x) over other pairs, with two significant digits`;
  return { about, write: ({ intervention }) => decimal(intervention.quantiles[place]), read: () => ({}) };
}

/** The slots for the spread of P(y|x) over the development pairs, from least to most. */
export const quantiles: {
  readonly [Name in "minimum" | "first_quartile" | "median" | "third_quartile" | "maximum"]: QuantileSlot;
} = {
  minimum: quantile(0, "minimum"),
  first_quartile: quantile(1, "first quartile"),
  median: quantile(2, "median"),
  third_quartile: quantile(3, "third quartile"),
  maximum: quantile(4, "maximum"),
};

const twoDigits = new Intl.NumberFormat("en", { maximumSignificantDigits: 2, useGrouping: false });

/** As the paper writes probabilities: two significant digits, never an exponent; people are not known better. */
function decimal(probability: number): string {
  if (!(probability >= 0 && probability <= 1)) {
    throw new Error(
      `A prompt shows probabilities of other pairs, and ${probability} is none: give numbers from 0 to 1.`,
    );
  }
  return twoDigits.format(probability);
}
