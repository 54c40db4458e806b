import { mean } from "../numerics/moments.ts";
import { pairedNumbers, requireEach } from "../numerics/columns.ts";
import { cellKeys, pairGroups, type PairKeys } from "./pair-groups.ts";
import { oncePerResample, type ResampledStatistic } from "../numerics/resampler.ts";
import { twoWayFit } from "../numerics/two-way-fit.ts";

/**
 * The part of the truth that x alone explains, and the part that the label explains together with
 * the number of labels of x: one number for each row.
 */
export interface TruthLevels {
  readonly x: Float64Array;
  readonly label: Float64Array;
}

/**
 * The levels of the truth over all pairs that people are known to have given. The truth is PMI or
 * ln P(y | x, c). Least squares approximates it by the sum of one number for x and one for its
 * cell, where a cell is a label of an x with a given number of labels, as in `cellKeys`. Computed
 * on a whole dataset and looked up for the pairs of a sample, the levels tell what x alone, base
 * rates, the number of labels, or any mixture of these could explain, even if no x occurs twice in
 * the sample.
 * @param truth finite
 * @throws RangeError on NaN, ±∞ and columns of unequal length
 * @example
 * const keys = { x: ["a", "a", "b", "b"], labels: ["YES", "NO", "YES", "NO"] };
 * truthLevels([2, 1, 3, 2], keys); // → { x: [-0.5, -0.5, 0.5, 0.5], label: [2.5, 1.5, 2.5, 1.5] }
 */
export function truthLevels(truth: ArrayLike<number>, keys: PairKeys): TruthLevels {
  const { x, labels } = pairGroups(cellKeys(keys));
  if (truth.length !== x.of.length) {
    throw new RangeError(`truthLevels takes ${x.of.length} numbers, not ${truth.length}`);
  }
  requireEach(truth, Number.isFinite, "truthLevels takes finite numbers");
  const { first, second } = twoWayFit(Float64Array.from(truth), x, labels);
  return { x: first, label: second };
}

/** Makes a column of estimates a statistic of a resample, beyond the levels of its truth. */
export type BeyondLevels = (estimates: ArrayLike<number>) => ResampledStatistic;

/**
 * The correlation of estimates with the truth beyond its levels, as a function of the estimates and
 * then of how often each pair was drawn: the partial correlation given the level of x and the level
 * of the cell. In a sample of the pairs that {@link truthLevels} describes, any sum of a function
 * of x and a function of cells is uncorrelated with what remains of the truth. Apart from chance,
 * the correlation is therefore 0 for a method that ignores x or y, or that mixes base rates with
 * the number of labels. It is Pearson's, on the logarithmic scale, since ranks of such a sum are
 * not such a sum. The value is in [−1, 1]: 1 for the truth itself, 0 where only rounding error
 * remains, NaN for fewer than five pairs and where nothing remains of a column.
 *
 * The sums of the truth and its levels in a resample are computed once for all columns of estimates
 * that are bootstrapped together.
 * @throws RangeError on NaN, ±∞ and unequal lengths
 */
export function beyondLevels(truth: ArrayLike<number>, levels: TruthLevels): BeyondLevels {
  const [x, label] = pairedNumbers("beyondLevels", levels.x, levels.label);
  const [, actual] = pairedNumbers("beyondLevels", x, truth);
  const fixed: FixedColumns = [scaled(x), scaled(label), scaled(actual)];
  const sumsOfFixed = new Float64Array(DRAWN + 1);
  const fixedSums = oncePerResample((counts) => {
    sumFixed(fixed, counts, sumsOfFixed);
    return sumsOfFixed;
  });
  return (estimates) => {
    const [, estimated] = pairedNumbers("beyondLevels", x, estimates);
    const column = scaled(estimated);
    const columnSums = new Float64Array(5);
    const products = new Float64Array(16);
    return (counts, resample) => {
      const sums = fixedSums(counts, resample);
      const drawn = sums[DRAWN]!;
      if (!(drawn >= 5)) return Number.NaN;
      sumEstimates(column, fixed, counts, columnSums);
      centredProducts(sums, columnSums, drawn, products);
      sweep(products, X);
      sweep(products, LABEL);
      const ofTruth = products[placeOf(TRUTH, TRUTH)]!;
      const ofEstimates = products[placeOf(ESTIMATES, ESTIMATES)]!;
      if (!(ofTruth > NOTHING_LEFT && ofEstimates > NOTHING_LEFT)) return Number.NaN;
      const both = products[placeOf(TRUTH, ESTIMATES)]! / Math.sqrt(ofTruth * ofEstimates);
      return Math.abs(both) <= NOTHING_LEFT ? 0 : Math.max(-1, Math.min(1, both));
    };
  };
}

/** The columns, and their places in the matrix of products of all four. */
const [X, LABEL, TRUTH, ESTIMATES] = [0, 1, 2, 3] as const;
const placeOf = (row: number, column: number): number => 4 * row + column;

/** Variances, as shares of a column's, and correlations up to this are rounding error. */
const NOTHING_LEFT = 1e-12;

/**
 * The values scaled to mean 0 and mean square 1 over all rows, so that products lose no digits; all
 * 0 for a constant column.
 */
function scaled(values: Float64Array): Float64Array {
  requireEach(values, Number.isFinite, "beyondLevels takes finite numbers");
  const centre = mean(values);
  const centred = values.map((value) => value - centre);
  const size = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0) / values.length);
  const constant = values.every((value) => value === values[0]);
  return centred.map((value) => (constant ? 0 : value / size));
}

/** The columns of x, label and truth, shared by all columns of estimates. */
type FixedColumns = readonly [x: Float64Array, label: Float64Array, truth: Float64Array];

/** The place of the number drawn, after the sums of three columns and of their six products. */
const DRAWN = 9;

// Each addition to a sum waits for the one before it, so all sums share a loop, in which the
// processor adds to one while another waits.

/**
 * Writes the sums over the drawn rows: of each column, of each product of two columns, and the
 * number drawn.
 */
function sumFixed([x, label, truth]: FixedColumns, counts: Uint32Array, sums: Float64Array): void {
  let [sumX, sumLabel, sumTruth, drawn] = [0, 0, 0, 0];
  let [xx, xLabel, xTruth, labelLabel, labelTruth, truthTruth] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i]! | 0; // an integer of 32 bits, which V8 need not widen
    const ofX = x[i]!;
    const ofLabel = label[i]!;
    const ofTruth = truth[i]!;
    const drawnX = count * ofX;
    const drawnLabel = count * ofLabel;
    const drawnTruth = count * ofTruth;
    drawn += count;
    sumX += drawnX;
    sumLabel += drawnLabel;
    sumTruth += drawnTruth;
    xx += drawnX * ofX;
    xLabel += drawnX * ofLabel;
    xTruth += drawnX * ofTruth;
    labelLabel += drawnLabel * ofLabel;
    labelTruth += drawnLabel * ofTruth;
    truthTruth += drawnTruth * ofTruth;
  }
  sums.set([
    sumX,
    sumLabel,
    sumTruth,
    xx,
    xLabel,
    xTruth,
    labelLabel,
    labelTruth,
    truthTruth,
    drawn,
  ]);
}

/** Writes the sums over the drawn rows of the estimates and of their products with all columns. */
function sumEstimates(
  estimates: Float64Array,
  [x, label, truth]: FixedColumns,
  counts: Uint32Array,
  sums: Float64Array,
): void {
  let [sum, withX, withLabel, withTruth, squares] = [0, 0, 0, 0, 0];
  for (let i = 0; i < counts.length; i++) {
    const estimate = estimates[i]!;
    const drawn = (counts[i]! | 0) * estimate;
    sum += drawn;
    withX += drawn * x[i]!;
    withLabel += drawn * label[i]!;
    withTruth += drawn * truth[i]!;
    squares += drawn * estimate;
  }
  sums.set([sum, withX, withLabel, withTruth, squares]);
}

/**
 * Writes the mean products about the means of all four columns.
 *
 * @param fixed the sums of x, label and truth, then of their products, as
 * {@link sumFixed} writes them
 * @param column the sums of the estimates, then of their products with all four columns
 */
function centredProducts(
  fixed: Float64Array,
  column: Float64Array,
  drawn: number,
  products: Float64Array,
): void {
  let next: number = ESTIMATES;
  for (let a: number = X; a <= ESTIMATES; a++) {
    for (let b = a; b <= ESTIMATES; b++) {
      const sum = b === ESTIMATES ? column[1 + a]! : fixed[next++]!;
      const meanOfA = (a === ESTIMATES ? column[0]! : fixed[a]!) / drawn;
      const meanOfB = (b === ESTIMATES ? column[0]! : fixed[b]!) / drawn;
      const product = sum / drawn - meanOfA * meanOfB;
      products[placeOf(a, b)] = product;
      products[placeOf(b, a)] = product;
    }
  }
}

/**
 * Removes from all products what one column explains, if it varies and no other column explains it.
 */
function sweep(products: Float64Array, swept: number): void {
  const pivot = products[placeOf(swept, swept)]!;
  if (!(pivot > NOTHING_LEFT)) return;
  for (let a = swept + 1; a <= ESTIMATES; a++) {
    const slope = products[placeOf(a, swept)]! / pivot;
    for (let b = swept + 1; b <= ESTIMATES; b++) {
      products[placeOf(a, b)]! -= slope * products[placeOf(swept, b)]!;
    }
  }
}
