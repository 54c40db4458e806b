import { requireEach } from "../numerics/columns.ts";
import type { ClusterKey } from "../numerics/resampler.ts";

/** Columns of equal length. */
export interface PartlyLabelledColumns {
  /** The label of each row; `undefined` if it has none. */
  readonly labels: ArrayLike<number | undefined>;
  readonly predictions: ArrayLike<number>;
  /** The x of a least-squares line, to estimate its slope instead of the mean. */
  readonly x?: ArrayLike<number> | undefined;
  /**
   * Whether a row is in the first group, to estimate a difference: the value of these rows minus
   * that of the others.
   */
  readonly inFirst?: ArrayLike<boolean> | undefined;
  /**
   * Rows with the same key, such as those of one question, may share their errors: standard errors
   * are then by cluster.
   */
  readonly clusters?: ArrayLike<ClusterKey> | undefined;
  /**
   * Among rows with the same key, the labelled ones were drawn at random: a mean is then estimated
   * by stratum.
   */
  readonly strata?: ArrayLike<ClusterKey> | undefined;
  /**
   * The weight of each row, above 0, such as a survey weight; all rows count the same by default.
   */
  readonly weights?: ArrayLike<number> | undefined;
  /**
   * Whether labels are the 0 and 1 of an indicator, so that their mean is a share. By default, they
   * are if both values occur and no other; labels that are all 0 or all 1 may be numbers of any
   * kind.
   */
  readonly isShare?: boolean | undefined;
}

/**
 * @throws RangeError on unequal lengths, on what is not finite, on a weight that is not above 0,
 * and where a slope is to be by stratum
 */
export function requireColumns(columns: PartlyLabelledColumns): void {
  const { labels, predictions, x, inFirst, clusters, strata, weights } = columns;
  const lengths = [labels, predictions, x, inFirst, clusters, strata, weights].flatMap(
    (column) => column?.length ?? [],
  );
  if (new Set(lengths).size > 1)
    throw new RangeError(`columns are of equal length, not ${lengths.join(", ")} values`);
  if (x !== undefined && strata !== undefined)
    throw new RangeError("strata are of a mean, a share or a difference of these, not of a slope");
  requireEach(
    Array.from(labels, (label) => (label === undefined ? 0 : label)),
    Number.isFinite,
    "a label is a finite number, or undefined where there is none",
  );
  requireEach(predictions, Number.isFinite, "a prediction is a finite number");
  if (columns.isShare === true)
    requireEach(
      Array.from(labels, (label) => label ?? 0),
      (label) => label === 0 || label === 1,
      "a label of a share is 0 or 1",
    );
  requireEach(
    weights ?? [],
    (weight) => weight > 0 && weight < Infinity,
    "a weight is above 0, finite",
  );
  requireEach(x ?? [], Number.isFinite, "an x is a finite number");
}

/** Whether the mean of labels is a share. */
export function isShare({ labels, x, isShare: said }: PartlyLabelledColumns): boolean {
  const kinds = new Set(Array.from(labels).filter((label) => label !== undefined));
  const isIndicator = kinds.size === 2 && kinds.has(0) && kinds.has(1);
  return x === undefined && (said ?? isIndicator);
}
