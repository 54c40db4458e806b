import { holm } from "./holm.ts";

/**
 * `best`: above every other method; `tied`: the highest and those not told apart from it;
 * `undefined`: neither.
 */
export type Mark = "best" | "tied" | undefined;

export interface StandingsOptions {
  /** The probability of ranking a method below one that is no better; .05 by default. */
  readonly alpha?: number;
  /**
   * Whether a method, by index, is shown to be better than chance. One that is not competes with
   * the others, since they have to be told apart from it, and has no standing itself. All are if
   * not given.
   */
  readonly aboveChance?: (method: number) => boolean;
}

/**
 * How each method of a table compares with the highest: `best` where it differs clearly from every
 * other, else `tied` with those from which it does not. The differences of all pairs are
 * corrected together by Holm's method: which is highest is known only after looking, and with its
 * own M − 1 differences corrected alone, equal methods are told apart too often. So with
 * probability 1 − `alpha` no method is put below one no better. Nothing for NaN and without a
 * rival.
 * @param p the p-value of the difference of two methods, by index, the first the lower: `pairedP`
 * of their replicates
 *
 * @example
 * const p = (lower, higher) => (lower === 2 || higher === 2 ? 0.001 : 0.4);
 * standings([0.6, 0.5, 0.1], p); // → ["tied", "tied", undefined]
 */
export function standings(
  values: ArrayLike<number>,
  p: (first: number, second: number) => number,
  { alpha = 0.05, aboveChance = () => true }: StandingsOptions = {},
): Mark[] {
  const all = Array.from(values);
  const ranked = [...all.keys()].filter((i) => !Number.isNaN(all[i]));
  const most = Math.max(...ranked.map((i) => all[i]!));
  const best = all.indexOf(most);
  if (ranked.length < 2) return all.map(() => undefined);
  const pairs = ranked.flatMap((first, i) =>
    ranked.slice(i + 1).map((second) => [first, second] as const),
  );
  const adjusted = holm(pairs.map(([first, second]) => p(first, second)));
  // A difference without a p-value is not resolved.
  const unresolved = pairs
    .filter((pair, i) => pair.includes(best) && !(adjusted[i]! < alpha))
    .flat();
  return all.map((_, i) => {
    if (!aboveChance(i)) return undefined;
    if (i === best) return unresolved.length === 0 ? "best" : "tied";
    return unresolved.includes(i) ? "tied" : undefined;
  });
}
