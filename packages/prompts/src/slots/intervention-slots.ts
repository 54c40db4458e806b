import type { Intervention } from "@promptnce/core";
import { numberedExamples } from "./slots.ts";
import type { Slot } from "./body.ts";

export type InterventionName = Intervention["name"];

/** The intervention with that name, with what it shows of the development pairs. */
export type InterventionOf<N extends InterventionName> = {
  [I in Intervention as I["name"]]: I;
}[N];

/** The additional content of a question asked with the named intervention. */
type With<N extends InterventionName> = { readonly intervention: InterventionOf<N> };

/**
 * The example pairs with people's P(y|x), numbered from 1. `layout` defines how one looks, with a
 * slot for each field of x, `{{y}}` and `{{p}}`, which is P(y|x) with two significant digits.
 * Throws without examples.
 *
 * @example
 * const examples = [{ x: { cue: "SHOVE" }, y: "PUSH", conditional: 0.9359 }];
 * shots("{{cue}}, {{y}}: {{p}}").write({ intervention: { name: "few-shot", examples } });
 * // → "Example 1: SHOVE, PUSH: 0.94"
 */
export function shots(layout: string): Slot<With<"few-shot">> {
  return {
    about: `each example pair, numbered from 1, p with two significant digits: Example 1: ${layout}`,
    write: ({ intervention: { examples } }) => {
      if (examples.length === 0) {
        throw new Error(
          "The few-shot question has no examples: give it some, or ask without an intervention.",
        );
      }
      return numberedExamples(layout, examples, (slot, { conditional }) =>
        slot === "p" ? decimal(conditional) : undefined,
      );
    },
    read: () => ({}),
  };
}

const quantileNames = ["minimum", "first_quartile", "median", "third_quartile", "maximum"] as const;

/** The slots for the spread of P(y|x) over the development pairs, from least to most. */
export const quantiles = Object.fromEntries(
  quantileNames.map((name, place): [string, Slot<With<"distribution-aware">>] => {
    const about = `the ${name.replace("_", " ")} of P(y|x) over other pairs, with two significant digits`;
    return [
      name,
      {
        about,
        write: ({ intervention }) => decimal(intervention.quantiles[place]!),
        read: () => ({}),
      },
    ];
  }),
) as { readonly [Name in (typeof quantileNames)[number]]: Slot<With<"distribution-aware">> };

/** Created at its first use, since loading `Intl` takes longer than all of this package. */
let twoDigits: Intl.NumberFormat | undefined;

/**
 * A probability as the paper writes it: two significant digits and no exponent. People's shares are
 * not known more precisely.
 */
function decimal(probability: number): string {
  if (!(probability >= 0 && probability <= 1)) {
    throw new Error(
      `A prompt shows probabilities of other pairs, and ${probability} is none: give numbers from 0 to 1.`,
    );
  }
  twoDigits ??= new Intl.NumberFormat("en", { maximumSignificantDigits: 2, useGrouping: false });
  return twoDigits.format(probability);
}
