import { standings } from "@promptnce/core/comparison";
import type { ResamplingUnit } from "@promptnce/core/repeats";
import {
  pairedDifference,
  pairedP,
  replicated,
  standardError,
  unitInterval,
} from "@promptnce/core/resampling";
import type { BootstrapOptions, Replicated, ResampledStatistic } from "@promptnce/core/resampling";
import type { Measured } from "@promptnce/report";

/** Resamples behind each ± and mark: a standard error is known to 1.6 %, and p beyond 1/1000 by Student's t. */
export const REPLICATES = 2000;

/** Behind those of slower statistics: a standard error from 1,000 resamples is known to 2.2 %. */
export const FEWER_REPLICATES = 1000;

/** How ± was made in a table of these blocks, and what it generalises to. */
export function errorNote(
  blocks: readonly { readonly study: { readonly seed: string } }[],
  items = "pairs",
): string {
  const seeds = [...new Set(blocks.map(({ study }) => study.seed))];
  return (
    `±: bootstrap standard error over the ${items} (B = ${REPLICATES.toLocaleString("en")}, ` +
    `seed${seeds.length > 1 ? "s" : ""} ${seeds.join(", ")}). It generalises to other ${items} drawn as these were. ` +
    `Taken as given: ${items === "pairs" ? "base rates that pairs share, " : ""}` +
    "the draw of candidates, the grounding examples, the wording and the model's replies."
  );
}

export interface MarkOptions extends Omit<BootstrapOptions, "clusters"> {
  /** What is resampled whole where methods are compared; items if not given, as behind every ± that is shown. */
  readonly unit?: ResamplingUnit | undefined;
  /** Whether a method, by index, may be marked if it is resolved above chance; all may if not given. */
  readonly mayStand?: (method: number) => boolean;
  /** Those that are shown beside the others and compete with none. */
  readonly ceilings?: ReadonlySet<number>;
  /** The same on what all competitors share, by which they are compared; as they are shown if not given. */
  readonly compared?: readonly ResampledStatistic[];
  /** What a statistic comes to by chance, 0 if not given: what is not resolved above it has no mark. */
  readonly chance?: number;
}

/** Whether a figure is resolved above what comes by chance: the lower end of its 95 % interval is. */
export function isResolvedAbove(
  { value, standardError: error = Number.NaN }: Pick<Measured, "value" | "standardError">,
  chance = 0,
): boolean {
  return value - 1.96 * error > chance;
}

/**
 * Statistics of methods on the same resamples of so many items, each ± its bootstrap standard error, and marked by
 * the paired differences of all that compete, as `standings` of core has it; and one less another, as compared. What
 * is not resolved above chance, or may not stand, competes, so that the others have to be told apart from it, and is
 * never marked.
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

/** With an error so large that 1.96 of it reach as far as Student's t of so many units does. */
function expanded({ value, replicates, items = Number.NaN }: Replicated): Measured {
  const { low, high } = unitInterval(replicates, items);
  return { value, standardError: (high - low) / (2 * 1.96) };
}

const earlierDraws = new WeakMap<ResampledStatistic, Map<string, Replicated>>();

/** Each ± its bootstrap standard error. */
export function measured(
  statistics: readonly ResampledStatistic[],
  items: number,
  options: BootstrapOptions,
): Measured[] {
  return resampledOnce(statistics, items, options).map(({ value, replicates }) => {
    return { value, standardError: standardError(replicates) };
  });
}

/** {@link replicated} by {@link REPLICATES} resamples if not given; what was resampled so before is not made again. */
export function resampledOnce(
  statistics: readonly ResampledStatistic[],
  items: number,
  options: BootstrapOptions,
): Replicated[] {
  const key = JSON.stringify([items, options]);
  const fresh = [
    ...new Set(statistics.filter((statistic) => !earlierDraws.get(statistic)?.has(key))),
  ];
  const made = replicated(fresh, items, { replicates: REPLICATES, ...options });
  for (const [i, statistic] of fresh.entries()) {
    earlierDraws.set(statistic, new Map(earlierDraws.get(statistic)).set(key, made[i]!));
  }
  return statistics.map((statistic) => earlierDraws.get(statistic)!.get(key)!);
}
