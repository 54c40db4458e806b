import type { Intervention } from "@promptnce/core";
import { numberedExamples } from "./slots.ts";
import type { Slot } from "./slot.ts";

export type InterventionName = Intervention["name"];

/** The intervention of that name, with what it shows of the development pairs. */
export type InterventionNamed<N extends InterventionName> = Having<Intervention, N>;

// Not `Extract`: two names share one member of the union, and neither alone is a supertype of it.
type Having<I extends Intervention, N> = I extends { readonly name: infer Names }
  ? N extends Names
    ? I
    : never
  : never;

/** What a question shows that is asked with the intervention of that name. */
interface With<N extends InterventionName> {
  readonly intervention: InterventionNamed<N>;
}

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

function quantile(place: 0 | 1 | 2 | 3 | 4, name: string): Slot<With<"distribution-aware">> {
  return {
    about: `the ${name} of P(y|x) over other pairs, with two significant digits`,
    write: ({ intervention }) => decimal(intervention.quantiles[place]),
    read: () => ({}),
  };
}

/** The slots for the spread of P(y|x) over the development pairs, from least to most. */
export const quantiles: Readonly<
  Record<"minimum" | "first_quartile" | "median" | "third_quartile" | "maximum", Slot<With<"distribution-aware">>>
> = {
  minimum: quantile(0, "minimum"),
  first_quartile: quantile(1, "first quartile"),
  median: quantile(2, "median"),
  third_quartile: quantile(3, "third quartile"),
  maximum: quantile(4, "maximum"),
};

const twoDigits = new Intl.NumberFormat("en", { maximumSignificantDigits: 2, useGrouping: false });

/**
 * A probability as the prompts show one: a plain decimal of two significant digits, never with an exponent, as the
 * paper writes such numbers. The frequencies of some hundred people are known no better than that. Throws for what is
 * not a probability.
 */
function decimal(probability: number): string {
  if (!(probability >= 0 && probability <= 1)) {
    throw new Error(
      `A prompt shows probabilities of other pairs, and ${probability} is none: give numbers from 0 to 1.`,
    );
  }
  return twoDigits.format(probability);
}
