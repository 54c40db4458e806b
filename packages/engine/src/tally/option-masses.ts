import type { OptionMasses } from "@promptnce/core";
import { canonicalNumber } from "@promptnce/core/information";

/** How the mass of the next token is distributed in one wording, as means over its replies. */
export interface OptionSummary {
  /** `id@version`. */
  readonly template: string;
  readonly replies: number;
  /** The mass on all options together, in [0, 1]. */
  readonly onOptions: number;
  /** The share of that mass at each position, over the replies that have the position. */
  readonly byPosition: readonly number[];
  /** The total number of options that no listed token represents. */
  readonly unlisted: number;
}

/** Collects the option masses of replies, and returns their means for each wording. */
export function optionSummaries() {
  const sums = new Map<
    string,
    { replies: number; onOptions: number; unlisted: number; places: number[][] }
  >();
  return {
    note(template: string, { onOptions, byPosition, unlisted }: OptionMasses): void {
      const sum = sums.get(template) ?? { replies: 0, onOptions: 0, unlisted: 0, places: [] };
      sums.set(template, sum);
      sum.replies++;
      sum.onOptions += onOptions;
      sum.unlisted += unlisted;
      for (const [place, share] of byPosition.entries()) {
        const [total = 0, n = 0] = sum.places[place] ?? [];
        sum.places[place] = [total + share, n + 1];
      }
    },
    all: (): OptionSummary[] =>
      Array.from(sums, ([template, { replies, onOptions, unlisted, places }]) => {
        // Answers arrive in any order, which may change the last digits of their sums.
        const byPosition = places.map(([total = 0, n = 1]) => canonicalNumber(total / n));
        return {
          template,
          replies,
          onOptions: canonicalNumber(onOptions / replies),
          byPosition,
          unlisted,
        };
      }).toSorted((a, b) => (a.template < b.template ? -1 : 1)),
  };
}
