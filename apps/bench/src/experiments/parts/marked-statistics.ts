import { countText } from "@promptnce/core/errors";
import { standings } from "@promptnce/core/comparison";
import type { ResamplingUnit } from "@promptnce/core/repeats";
import {
  pairedDifference,
  pairedP,
  replicated,
  standardError,
  unitInterval,
  type BootstrapOptions,
  type Replicated,
  type ResampledStatistic,
} from "@promptnce/core/resampling";
import type { Measured, SharedNote } from "@promptnce/report";

/**
 * Resamples behind each ± and mark. They give a standard error to within 1.6 %, and p-values beyond
 * 1/1000 by Student's t.
 */
export const REPLICATES = 2000;

/** Resamples for slower statistics. A thousand give a standard error to within 2.2 %. */
export const FEWER_REPLICATES = 1000;

/** The note that explains how a table's ± was computed and what it generalises to. */
export function errorNote(items = "pairs"): SharedNote {
  const shared = items === "pairs" ? "shared base rates, " : "";
  return {
    title: "Standard error (±)",
    text: `± is the bootstrap standard error over the ${items} (B = ${countText(REPLICATES)}; the seed is that of the run, a slash and the dataset's name). It generalises to other ${items} drawn in the same way, but not to other ${shared}candidates, grounding examples, wordings or replies.`,
  };
}

export interface MarkOptions extends Omit<BootstrapOptions, "clusters"> {
  /**
   * The unit resampled when methods are compared; items by default, as for every ± that is shown.
   */
  readonly unit?: ResamplingUnit | undefined;
  /**
   * Whether the method with this index may be marked if it is resolved above chance; all may by
   * default.
   */
  readonly mayStand?: (method: number) => boolean;
  /** Methods that are shown but not compared. */
  readonly ceilings?: ReadonlySet<number>;
  /**
   * The same statistics on the items that all competitors share, used for comparisons; the shown
   * ones by default.
   */
  readonly compared?: readonly ResampledStatistic[];
  /** The statistic's value by chance; 0 by default. A method not resolved above it gets no mark. */
  readonly chance?: number;
}

/** Whether a statistic is resolved above chance: the lower end of its 95 % interval exceeds it. */
export function isResolvedAbove(
  { value, standardError: error = Number.NaN }: Pick<Measured, "value" | "standardError">,
  chance = 0,
): boolean {
  return value - 1.96 * error > chance;
}

/**
 * The methods' statistics on shared resamples, each ± its bootstrap standard error and marked by
 * the paired differences of all competitors, as in core's `standings`; and a function for the
 * difference of two. A method that is not resolved above chance, or that may not be marked, still
 * competes: the others must be distinguished from it.
 */
export function markedStatistics(
  statistics: readonly ResampledStatistic[],
  items: number,
  {
    ceilings = new Set(),
    compared = statistics,
    chance = 0,
    unit,
    mayStand = () => true,
    ...options
  }: MarkOptions,
): { figures: Measured[]; difference: (first: number, second: number) => Measured } {
  const shown = measured(statistics, items, options);
  const whole = unit?.clusters && { clusters: unit.clusters };
  const rivals = resampledOnce(compared, items, { ...options, ...whole });
  const isResolved = (m: number): boolean =>
    isResolvedAbove(whole ? expanded(rivals[m]!) : shown[m]!, chance);
  const marks = standings(
    rivals.map(({ value }, m) => (ceilings.has(m) ? Number.NaN : value)),
    (first, second) => pairedP(rivals[first]!, rivals[second]!),
    { aboveChance: (m) => mayStand(m) && isResolved(m) },
  );
  return {
    figures: shown.map((figure, m) => ({ ...figure, ...(marks[m] && { mark: marks[m] }) })),
    difference: (first, second) => {
      const { difference: value, standardError: error } = pairedDifference(
        rivals[first]!,
        rivals[second]!,
      );
      return { value, standardError: error };
    },
  };
}

/**
 * The statistic with its error enlarged so that 1.96 errors span Student's t interval for this
 * number of units.
 */
function expanded({ value, replicates, items = Number.NaN }: Replicated): Measured {
  const { low, high } = unitInterval(replicates, items);
  return { value, standardError: (high - low) / (2 * 1.96) };
}

const earlierDraws = new WeakMap<ResampledStatistic, Map<string, Replicated>>();

/** Each statistic ± its bootstrap standard error. */
export function measured(
  statistics: readonly ResampledStatistic[],
  items: number,
  options: BootstrapOptions,
): Measured[] {
  return resampledOnce(statistics, items, options).map(({ value, replicates }) => {
    return { value, standardError: standardError(replicates) };
  });
}

/**
 * {@link replicated}, with {@link REPLICATES} resamples by default. Earlier results for the same
 * options are reused. Statistics of the same columns are best resampled together: they share ranks.
 */
export function resampledOnce(
  statistics: readonly ResampledStatistic[],
  items: number,
  { replicates = REPLICATES, ...options }: BootstrapOptions,
): Replicated[] {
  const drawn = JSON.stringify([items, options]);
  const wanted = statistics.map((statistic, s) => {
    const count = typeof replicates === "number" ? replicates : replicates[s]!;
    return { statistic, count, key: `${drawn} ${count}` };
  });
  const known = ({ statistic, key }: (typeof wanted)[number]) =>
    earlierDraws.get(statistic)?.get(key);
  const missing = new Map(
    wanted.filter((of) => !known(of)).map((of) => [of.statistic, of] as const),
  );
  const fresh = [...missing.values()];
  const made = replicated([...missing.keys()], items, {
    ...options,
    replicates: fresh.map(({ count }) => count),
  });
  for (const [i, { statistic, key }] of fresh.entries()) {
    earlierDraws.set(statistic, new Map(earlierDraws.get(statistic)).set(key, made[i]!));
  }
  return wanted.map((of) => known(of)!);
}
