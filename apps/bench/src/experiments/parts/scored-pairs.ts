import { hash } from "node:crypto";
import type { Label } from "@promptnce/core";
import {
  type RankedColumn,
  partialRankCorrelation,
  rankedColumn,
} from "@promptnce/core/correlation";
import { logProbability } from "@promptnce/core/information";
import {
  type ResampledStatistic,
  rankCorrelation,
  resampledSlope,
} from "@promptnce/core/resampling";
import { forget, once } from "../../study/once.ts";

/** The data that tell whether an estimate connects a pair's y with its x, as logarithms. */
export interface Together {
  /** Tells the data of this pair from those of all others, in every thread. */
  readonly key: string;
  /** The context and the input of the pair. */
  readonly context: string;
  readonly x: string;
  readonly label: string;
  /** PMI or ln P(y|x). */
  readonly truth: number;
  /** ln P(y). */
  readonly base: number;
  /** How many labels people gave to x, in the whole dataset. */
  readonly labelsOfX: number;
  /**
   * The parts of the truth explained by x alone, and by y together with that number, over the whole
   * dataset.
   */
  readonly levels: { readonly x: number; readonly label: number };
  /** Whether the estimate is already a logarithm. */
  readonly isLog: boolean;
}

/** The ground truth of one pair and the method's estimate, if any. */
export interface ScorePair {
  readonly truth: number;
  readonly estimate: number | undefined;
  /** The label of the pair; absent if the items are labels themselves. */
  readonly label?: Label;
  /** The true P(y), which alone may rank the pairs. */
  readonly marginal?: number;
  /** The data for the control "beyond both"; absent if the items are labels themselves. */
  readonly together?: Together;
  /** Set if the estimate comes from masses whose sum is far from one. */
  readonly flagged?: boolean | undefined;
}

/**
 * The number of pairs with an estimate and, if any, the number of those with masses that sum far
 * from one.
 */
export function scoredText(pairs: readonly Pick<ScorePair, "estimate" | "flagged">[]): string {
  const scored = pairs.filter(({ estimate }) => estimate !== undefined);
  const flagged = scored.filter((pair) => pair.flagged).length;
  return `${scored.length} of ${pairs.length}${flagged > 0 ? `, ${flagged} flagged` : ""}`;
}

/** Whether a row has enough scored items for ±, marks and comparisons: `least`, and 80 % of all. */
export function isEnough(scored: number, pairs: number, least = 30): boolean {
  return scored >= least && scored >= 0.8 * pairs;
}

/** The pairs of a method as columns, which cost less to send to a thread and to keep. */
export interface ScoreColumn {
  readonly truths: Float64Array;
  /** NaN for a pair without an estimate. */
  readonly estimates: Float64Array;
  /** Each of these is absent unless all pairs have it. */
  readonly labels: readonly Label[] | undefined;
  readonly marginals: Float64Array | undefined;
  readonly together: readonly Together[] | undefined;
  /** As {@link scoredText} says it. */
  readonly scored: string;
}

/** The pairs as columns. */
export function columnOf(pairs: readonly ScorePair[]): ScoreColumn {
  const ofAll = <T>(of: (pair: ScorePair) => T | undefined): readonly T[] | undefined => {
    const values = pairs.map(of);
    return values.includes(undefined) ? undefined : (values as T[]);
  };
  const marginals = ofAll(({ marginal }) => marginal);
  return {
    truths: Float64Array.from(pairs, ({ truth }) => truth),
    estimates: Float64Array.from(pairs, ({ estimate = Number.NaN }) => estimate),
    labels: ofAll(({ label }) => label),
    marginals: marginals && Float64Array.from(marginals),
    together: ofAll(({ together }) => together),
    scored: scoredText(pairs),
  };
}

/** The places of the pairs that have an estimate. */
export function scoredPlaces({ estimates }: ScoreColumn): Uint32Array {
  return once(estimates, "places", () =>
    Uint32Array.from(estimates.keys().filter((i) => !Number.isNaN(estimates[i]))),
  );
}

/** The column without the estimates of these pairs. */
export function withoutEstimates(column: ScoreColumn, places: Iterable<number>): ScoreColumn {
  const estimates = column.estimates.slice();
  for (const i of places) {
    estimates[i] = Number.NaN;
  }
  return { ...column, estimates };
}

/**
 * A statistic over the pairs that have an estimate: ρ, ρ beyond the base rate or within labels, or
 * a slope on either scale. Equal columns give the same statistic, so that tables with a common
 * column resample it once. A column that several statistics share is ranked once per resample.
 */
export function overScored(
  name: "rho" | "beyond" | "within" | "slope" | "logSlope",
  column: ScoreColumn,
): ResampledStatistic {
  const { estimates, truths, marginals } = column;
  const places = scoredPlaces(column);
  if (name === "slope" || name === "logSlope") {
    const scaled = (values: Float64Array) =>
      Float64Array.from(places, (i) =>
        name === "slope" ? values[i]! : logProbability(values[i]!),
      );
    return onceForEqual(
      () => slopeAt(places, scaled(estimates), scaled(truths)),
      name,
      estimates,
      truths,
    );
  }
  const labels = name === "within" ? column.labels! : undefined;
  const text = labels ? once(labels, "text", () => JSON.stringify(labels)) : "";
  const ranks = (values: Float64Array): RankedColumn =>
    onceForEqual(() => rankedColumn(values, places, labels), "ranks", values, places, text);
  const [x, y] = [ranks(estimates), ranks(truths)];
  if (name !== "beyond") return rankCorrelation(x, y);
  return onceForEqual(
    () => partialRankCorrelation(x, y, ranks(marginals!)),
    name,
    estimates,
    truths,
    marginals!,
  );
}

function slopeAt(
  places: Uint32Array,
  estimates: Float64Array,
  truths: Float64Array,
): ResampledStatistic {
  const statistic = resampledSlope(estimates, truths);
  const counts = new Uint32Array(places.length);
  return (drawn) => {
    for (let k = 0; k < places.length; k++) {
      counts[k] = drawn[places[k]!]!;
    }
    return statistic(counts);
  };
}

/**
 * The value computed from these numbers and strings alone, cached for equal inputs. The numbers may
 * not change afterwards.
 */
export function onceForEqual<T>(
  make: () => T,
  ...of: readonly (string | NodeJS.ArrayBufferView)[]
): T {
  return once(overScored, of.map(digestOf).join(), make);
}

/** Forgets all values that {@link onceForEqual} computed: some 40 MB once a run is scored. */
export function forgetEqual(): void {
  forget(overScored);
}

/** The digests of numbers, since several statistics of a column need those of the same ones. */
const digests = new WeakMap<NodeJS.ArrayBufferView, string>();

function digestOf(part: string | NodeJS.ArrayBufferView): string {
  if (typeof part === "string") return hash("sha1", part);
  const digest = digests.get(part) ?? hash("sha1", part);
  digests.set(part, digest);
  return digest;
}
