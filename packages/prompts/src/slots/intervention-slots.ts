import { fill } from "./body.ts";
import { decimal } from "./decimal.ts";
import { field } from "./field.ts";
import type { InterventionNamed } from "./intervention-named.ts";
import { numbered } from "./numbered.ts";
import type { Slot } from "./slot.ts";

interface FewShot {
  readonly intervention: InterventionNamed<"few-shot">;
}

/**
 * The example pairs with what people did, numbered from 1. `layout` says how one looks, with a slot
 * for each field of x, `{{y}}` and `{{p}}`, which is P(y|x) as {@link decimal} shows it. Throws
 * where there is no example.
 */
export function shots(layout: string): Slot<FewShot> {
  return {
    about: `each example pair, numbered from 1, p with two significant digits: Example 1: ${layout}`,
    write: ({ intervention: { examples } }) => {
      if (examples.length === 0) {
        throw new Error("The few-shot question has no examples: give it some, or ask without an intervention.");
      }
      return numbered(
        examples.map(({ x, y, conditional }) =>
          fill(layout, (slot) => {
            if (slot === "p") return decimal(conditional);
            return slot === "y" ? y : field(x, slot);
          }),
        ),
      );
    },
    read: () => ({}),
  };
}

interface DistributionAware {
  readonly intervention: InterventionNamed<"distribution-aware">;
}

function quantile(place: 0 | 1 | 2 | 3 | 4, name: string): Slot<DistributionAware> {
  return {
    about: `the ${name} of P(y|x) over other pairs, with two significant digits`,
    write: ({ intervention }) => decimal(intervention.quantiles[place]),
    read: () => ({}),
  };
}

/** The slots for the spread of P(y|x) over the development pairs, from least to most. */
export const quantiles: {
  readonly minimum: Slot<DistributionAware>;
  readonly first_quartile: Slot<DistributionAware>;
  readonly median: Slot<DistributionAware>;
  readonly third_quartile: Slot<DistributionAware>;
  readonly maximum: Slot<DistributionAware>;
} = {
  minimum: quantile(0, "minimum"),
  first_quartile: quantile(1, "first quartile"),
  median: quantile(2, "median"),
  third_quartile: quantile(3, "third quartile"),
  maximum: quantile(4, "maximum"),
};
