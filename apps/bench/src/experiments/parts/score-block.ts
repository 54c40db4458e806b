import { standardError } from "@promptnce/core/resampling";
import type { Measured } from "@promptnce/report";
import {
  FEWER_REPLICATES,
  isResolvedAbove,
  markedStatistics,
  type MarkOptions,
  measured,
  resampledOnce,
} from "./marked-statistics.ts";
import { isEnough, overScored, type ScorePair, scoredText, unscored } from "./scored-pairs.ts";

/** How well a method's estimates rank as the truth does. */
interface Score {
  /** Spearman's ρ ± bootstrap standard error; NaN where either side does not vary. */
  readonly rho: Measured;
  /** How many of the pairs have an estimate, as {@link scoredText}: the others are left out, never set to zero. */
  readonly scored: string;
  /** ρ less that of the baseline. */
  readonly over?: Measured;
  /** Partial ρ given ln P(y). */
  readonly beyond?: Measured;
  /** ρ within label, where half of the pairs or more share theirs with another. */
  readonly within?: Measured;
}

interface ScoreOptions extends Omit<MarkOptions, "compared"> {
  /** The fewest scored that {@link isEnough} takes. */
  readonly least?: number | undefined;
  /** Those that are shown beside the others: they compete with none, and what they lack is not left out of the others. */
  readonly beside?: ReadonlySet<number>;
  /** By method, which of them is the baseline of the same marginal; −1 for none. */
  readonly nothing?: readonly number[];
}

/** What {@link isEnough} asks, said under every table where a row is below it. */
export const tooFewNote =
  "A row of fewer than 30 scored, or of less than 80 %, has neither ± nor mark, and is compared with nothing.";

/**
 * Scores of the methods that are compared with each other, marked by {@link markedStatistics}. All are on the same
 * resamples of the pairs, each on those it has an estimate of; marks and differences are of the pairs that every method
 * with {@link isEnough} has one of, and no method is marked whose ρ is not resolved above 0. Where base rates are given, a method is marked only if it ranks pairs of one label
 * (beyond ln P(y) where labels hardly repeat) better than chance: on three labels any constant of each may rank better
 * than −ln P(y), and resampling pairs does not tell.
 */
export function scoreBlock(
  columns: readonly (readonly ScorePair[])[],
  options: ScoreOptions,
): Score[] {
  const { nothing = [], least, ceilings = new Set(), beside = new Set(), ...drawn } = options;
  const pairs = columns[0]?.length ?? 0;
  const absent = columns.map(unscored);
  const enough = absent.map(({ size }) => isEnough(pairs - size, pairs, least));
  const sharing = absent.filter((_, m) => enough[m] && !beside.has(m));
  const unshared = new Set(sharing.flatMap((own) => [...own]));
  const comparable = isEnough(pairs - unshared.size, 0, least);
  const beyond = columns.map((column, m) => (enough[m] ? beyondBase(column, options) : {}));
  const informed = beyond.map(({ beyond: across, within = across }, m) => {
    return within === undefined || nothing[m] === m || isResolvedAbove(within);
  });
  const competes = (m: number) =>
    comparable && enough[m] && informed[m] && !ceilings.has(m) && !beside.has(m);
  const { figures, difference } = markedStatistics(columns.map(rhoOf), pairs, {
    ...drawn,
    ceilings: new Set(columns.keys().filter((m) => !competes(m))),
    compared: columns.map((column) =>
      rhoOf(column.map((pair, i) => (unshared.has(i) ? { ...pair, estimate: undefined } : pair))),
    ),
  });
  return figures.map((rho, m): Score => {
    if (!enough[m]) return { rho: { value: rho.value }, scored: scoredText(columns[m]!) };
    const than = nothing[m] ?? -1;
    const over = comparable && than !== m && enough[than] && { over: difference(m, than) };
    return { rho, scored: scoredText(columns[m]!), ...over, ...beyond[m] };
  });
}

const rhoOf = (column: readonly ScorePair[]) => overScored("rho", column);

function beyondBase(
  column: readonly ScorePair[],
  { seed }: ScoreOptions,
): Pick<Score, "beyond" | "within"> {
  const labels = column.flatMap(({ label }) => label ?? []);
  const marginals = column.flatMap(({ marginal }) => marginal ?? []);
  if (marginals.length < column.length || labels.length < column.length) return {};
  const scored = column.flatMap(({ label, estimate }) => (estimate === undefined ? [] : [label]));
  const alone = [...Map.groupBy(scored, (label) => label).values()].filter(
    ({ length }) => length === 1,
  ).length;
  const names = 2 * alone > scored.length ? (["beyond"] as const) : (["beyond", "within"] as const);
  const statistics = names.map((name) => overScored(name, column));
  const [beyond, within] = measured(statistics, column.length, {
    seed,
    replicates: FEWER_REPLICATES,
  });
  return { ...(beyond && { beyond }), ...(within && { within }) };
}

const FEWEST_LABELS = 10;

/** What is said of the column with {@link labelErrors}. */
export const labelErrorNote = `“± by label”: whole labels are drawn, with all pairs of each (B = ${FEWER_REPLICATES.toLocaleString("en")}), so that it holds for other labels and base rates too. Where a label has fewer than two pairs on average the two are much the same, and fewer than ${FEWEST_LABELS} labels are too few to draw from: neither has one. Marks and distances are by pair.`;

/**
 * The standard error of each method's ρ with whole labels resampled instead of pairs: pairs of one label share its base
 * rate, elicited once, so that their errors are not independent. `undefined` where labels hardly repeat, where they are
 * too few to resample, and where the pairs are labels.
 */
export function labelErrors(
  columns: readonly (readonly ScorePair[])[],
  seed: string,
): number[] | undefined {
  const clusters = columns[0]?.flatMap(({ label }) => label ?? []) ?? [];
  const labels = new Set(clusters).size;
  if (labels < FEWEST_LABELS || clusters.length < 2 * labels) return undefined;
  const options = { seed, clusters, replicates: FEWER_REPLICATES };
  const rhos = columns.map((column) => overScored("rho", column));
  return resampledOnce(rhos, clusters.length, options).map(({ replicates }) =>
    standardError(replicates),
  );
}
