import type { OptionMasses } from "@promptnce/core";

/** How mass is distributed over the options of one wording, as means over its replies. */
export interface OptionSummary extends OptionMasses {
  /** `id@version`. */
  readonly template: string;
  readonly replies: number;
  /** The share of that mass at each position, over the replies that have the position. */
  readonly byPosition: readonly number[];
  /** The total number of options that no listed token represents. */
  readonly unlisted: number;
  /** The total number of probabilities rounded to zero, for a decision model. */
  readonly censored?: number;
}

/** Collects the option masses of replies, and returns their means for each wording. */
export function optionSummaries() {
  const sums = new Map<
    string,
    { replies: number; onOptions: number; unlisted: number; censored?: number; places: number[][] }
  >();
  return {
    note(template: string, { onOptions, byPosition, unlisted, censored }: OptionMasses): void {
      const sum = sums.get(template) ?? { replies: 0, onOptions: 0, unlisted: 0, places: [] };
      sums.set(template, sum);
      sum.replies++;
      sum.onOptions += onOptions;
      sum.unlisted += unlisted;
      if (censored !== undefined) sum.censored = (sum.censored ?? 0) + censored;
      for (const [place, share] of byPosition.entries()) {
        const [total = 0, n = 0] = sum.places[place] ?? [];
        sum.places[place] = [total + share, n + 1];
      }
    },
    all: (): OptionSummary[] =>
      Array.from(sums, ([template, { replies, onOptions, unlisted, censored, places }]) => {
        const byPosition = places.map(([total = 0, n = 1]) => meanOf(total, n));
        return {
          template,
          replies,
          onOptions: meanOf(onOptions, replies),
          byPosition,
          unlisted,
          ...(censored !== undefined && { censored }),
        };
      }).toSorted((a, b) => (a.template < b.template ? -1 : 1)),
  };
}

/**
 * A mean without the digits that the order of its terms may change: answers arrive in any order.
 */
function meanOf(total: number, count: number): number {
  return Number((total / count).toPrecision(10));
}
