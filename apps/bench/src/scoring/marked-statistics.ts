import { countText } from "@promptnce/core/errors";
import { standings } from "@promptnce/core/comparison";
import {
  pairedDifference,
  pairedP,
  type Replicated,
  standardError,
  unitInterval,
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

export interface MarkOptions {
  /** The methods that are compared; by index. */
  readonly competes: (method: number) => boolean;
  /**
   * Whether the method may be marked if it is resolved above chance; all may by default.
   */
  readonly mayStand?: (method: number) => boolean;
  /** Whether rivals were resampled by another unit than the one of the shown error. */
  readonly areWhole?: boolean;
  /** The statistic's value by chance; 0 by default. A method not resolved above it gets no mark. */
  readonly chance?: number;
}

/** Whether a statistic is resolved above chance: the lower end of its 95 % interval exceeds it. */
export function isResolvedAbove(
  { value, standardError: error = Number.NaN }: Measured,
  chance = 0,
): boolean {
  return value - 1.96 * error > chance;
}

/**
 * Each statistic ± its bootstrap standard error, marked by the paired differences of all competitors
 * as in core's `standings`. A method that is not resolved above chance, or that may not be marked,
 * still competes: the others must be distinguished from it.
 *
 * @param rivals the same statistics on the items that all competitors share
 */
export function marked(
  shown: readonly Replicated[],
  rivals: readonly Replicated[],
  { competes, mayStand = () => true, areWhole = false, chance = 0 }: MarkOptions,
): Measured[] {
  const figures = shown.map(measuredOf);
  const isResolved = (m: number): boolean =>
    isResolvedAbove(areWhole ? expanded(rivals[m]!) : figures[m]!, chance);
  const marks = standings(
    rivals.map(({ value }, m) => (competes(m) ? value : Number.NaN)),
    (first, second) => pairedP(rivals[first]!, rivals[second]!),
    { aboveChance: (m) => mayStand(m) && isResolved(m) },
  );
  return figures.map((figure, m) => ({ ...figure, ...(marks[m] && { mark: marks[m] }) }));
}

/** A statistic ± its bootstrap standard error. */
export function measuredOf({ value, replicates }: Replicated): Measured {
  return { value, standardError: standardError(replicates) };
}

/** The difference of two statistics on the same resamples, ± its bootstrap standard error. */
export function differenceOf(first: Replicated, second: Replicated): Measured {
  const { difference: value, standardError: error } = pairedDifference(first, second);
  return { value, standardError: error };
}

/**
 * The statistic with its error enlarged so that 1.96 errors span Student's t interval for this
 * number of units.
 */
function expanded({ value, replicates, items = Number.NaN }: Replicated): Measured {
  const { low, high } = unitInterval(replicates, items);
  return { value, standardError: (high - low) / (2 * 1.96) };
}
