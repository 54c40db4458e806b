import { countText } from "@promptnce/core/errors";
import { standings } from "@promptnce/core/comparison";
import { pairedP, type ReplicatedStatistic, standardError } from "@promptnce/core/resampling";
import { type CorrelationWithPeople, RESAMPLING } from "@promptnce/core/scorecard";
import type { Measurement, SharedNote } from "@promptnce/report";

/** The note that explains how a table's ± was computed and what it generalises to. */
export function errorNote(items = "pairs"): SharedNote {
  const shared = items === "pairs" ? "shared base rates, " : "";
  return {
    title: "Standard error (±)",
    text: `± is the bootstrap standard error over the ${items} (B = ${countText(RESAMPLING.replicates)}, seed ${RESAMPLING.seed} in every run). It generalises to other ${items} drawn in the same way, but not to other ${shared}candidates, grounding examples, wordings or replies.`,
  };
}

export interface MarkOptions {
  /** The methods that are compared; by index. */
  readonly competes: (method: number) => boolean;
  /** The statistic's value by chance; 0 by default. A method not resolved above it gets no mark. */
  readonly chance?: number;
}

/** Whether a statistic is resolved above chance: the lower end of its 95 % interval exceeds it. */
export function isResolvedAbove(
  { value, standardError: error = Number.NaN }: Measurement,
  chance = 0,
): boolean {
  return value - 1.96 * error > chance;
}

/**
 * Each statistic ± its bootstrap standard error, marked by the paired differences of all competitors
 * as in core's `standings`. A method that is not resolved above chance still competes: the others
 * must be distinguished from it.
 *
 * @param rivals the same statistics on the items that all competitors share
 */
export function marked(
  shown: readonly ReplicatedStatistic[],
  rivals: readonly ReplicatedStatistic[],
  { competes, chance = 0 }: MarkOptions,
): Measurement[] {
  const figures = shown.map(measuredOf);
  const marks = standings(
    rivals.map(({ value }, m) => (competes(m) ? value : Number.NaN)),
    (first, second) => pairedP(rivals[first]!, rivals[second]!),
    { aboveChance: (m) => isResolvedAbove(figures[m]!, chance) },
  );
  return figures.map((figure, m) => ({ ...figure, ...(marks[m] && { mark: marks[m] }) }));
}

/** A correlation with people's numbers ± its standard error. */
export function measuredRho({ rho, rhoError }: CorrelationWithPeople): Measurement {
  return { value: rho, standardError: rhoError };
}

/** A statistic ± its bootstrap standard error. */
export function measuredOf({ value, replicates }: ReplicatedStatistic): Measurement {
  return { value, standardError: standardError(replicates) };
}
