import { pairedNumbers, requireEach } from "../numerics/columns.ts";
import { pairGroups, type PairKeys } from "./pair-groups.ts";
import type { ResampledStatistic } from "../numerics/resampler.ts";
import { twoWayFit } from "../numerics/two-way-fit.ts";

/** What of the truth x alone and the label alone say, a number a row each. */
export interface TruthLevels {
  readonly x: Float64Array;
  readonly label: Float64Array;
}

/**
 * The levels of the truth over all pairs that people are known to have given: PMI, or ln P(y | x,
 * c), as nearly as it is one number of x and one of the label, by least squares. Taken over the
 * whole of a dataset and looked up for the pairs of a sample, they say what looking at x alone or y
 * alone could tell, also where no x stands twice in the sample.
 * @param truth finite
 * @throws RangeError on NaN, ±∞, and where there is not one number and one key of each kind a row
 */
export function truthLevels(truth: ArrayLike<number>, keys: PairKeys): TruthLevels {
  const { x, labels } = pairGroups(keys);
  if (truth.length !== x.of.length) {
    throw new RangeError(`truthLevels takes ${x.of.length} numbers, not ${truth.length}`);
  }
  requireEach(truth, Number.isFinite, "truthLevels takes finite numbers");
  const { first, second } = twoWayFit(Float64Array.from(truth), x, labels);
  return { x: first, label: second };
}

/** A column of estimates as a statistic of a resample, beyond the levels of its truth. */
export type BeyondLevels = (estimates: ArrayLike<number>) => ResampledStatistic;

/**
 * The correlation of estimates with the truth beyond its levels, as a function of the estimates and
 * then of how often each pair was drawn: the partial correlation of both given the level of x and
 * that of the label. In a sample of the pairs whose levels {@link truthLevels} are, any sum of a
 * function of x and one of y is uncorrelated with what is left of the truth, so that this is 0 but
 * for chance of who is blind to either. It is Pearson's, on the scale of logarithms: ranks of such
 * a sum are no such sum. In [−1, 1]; 1 of the truth itself. NaN for fewer than five pairs, and
 * where nothing is left of either column.
 *
 * What a resample makes of the truth and its levels is taken once for all columns of estimates that
 * are bootstrapped together.
 * @throws RangeError on NaN, ±∞ and unequal lengths
 */
export function beyondLevels(truth: ArrayLike<number>, levels: TruthLevels): BeyondLevels {
  const [x, label] = pairedNumbers("beyondLevels", levels.x, levels.label);
  const [, actual] = pairedNumbers("beyondLevels", x, truth);
  const fixed = [x, label, actual].map(scaled);
  const fixedSums = oncePerResample(resampledSums([...fixed, ...productsWithin(fixed)]));
  return (estimates) => {
    const [, estimated] = pairedNumbers("beyondLevels", x, estimates);
    const column = scaled(estimated);
    const columnSums = resampledSums([column, ...productsWith(column, [...fixed, column])]);
    const products = new Float64Array(16);
    return (counts, resample) => {
      const drawn = total(counts);
      if (!(drawn >= 5)) return Number.NaN;
      centredProducts(fixedSums(counts, resample), columnSums(counts), drawn, products);
      sweep(products, X);
      sweep(products, LABEL);
      const ofTruth = products[placeOf(TRUTH, TRUTH)]!;
      const ofEstimates = products[placeOf(ESTIMATES, ESTIMATES)]!;
      if (!(ofTruth > NOTHING_LEFT && ofEstimates > NOTHING_LEFT)) return Number.NaN;
      const both = products[placeOf(TRUTH, ESTIMATES)]! / Math.sqrt(ofTruth * ofEstimates);
      return Math.max(-1, Math.min(1, both));
    };
  };
}

/** The columns, and where the product of two of them stands among those of all four. */
const [X, LABEL, TRUTH, ESTIMATES] = [0, 1, 2, 3] as const;
const placeOf = (row: number, column: number): number => 4 * row + column;

/** Of the variance of a column of all rows: what rounding may leave of nothing. */
const NOTHING_LEFT = 1e-12;

/**
 * With mean 0 and mean square 1 over all rows, so that products lose no digits; all 0 of a
 * constant.
 */
function scaled(values: Float64Array): Float64Array {
  requireEach(values, Number.isFinite, "beyondLevels takes finite numbers");
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const centred = values.map((value) => value - mean);
  const size = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0) / values.length);
  const constant = values.every((value) => value === values[0]);
  return centred.map((value) => (constant ? 0 : value / size));
}

/** The sum of each column over what was drawn, in an array that the next call overwrites. */
type ResampledSums = (counts: Uint32Array, resample?: number) => Float64Array;

function resampledSums(columns: readonly Float64Array[]): ResampledSums {
  const sums = new Float64Array(columns.length);
  return (counts) => {
    for (let column = 0; column < columns.length; column++) {
      sums[column] = weightedSum(columns[column]!, counts);
    }
    return sums;
  };
}

/** Those of the last resample are kept; of a resample without a number, nothing is. */
function oncePerResample(sums: ResampledSums): ResampledSums {
  let last: number | undefined;
  let kept = new Float64Array();
  return (counts, resample) => {
    if (resample === undefined || resample !== last) {
      kept = sums(counts) as Float64Array<ArrayBuffer>;
      last = resample;
    }
    return kept;
  };
}

/** The products of each column with itself and those behind it, row by row. */
function productsWithin(columns: readonly Float64Array[]): Float64Array[] {
  return columns.flatMap((column, place) => productsWith(column, columns.slice(place)));
}

function productsWith(column: Float64Array, others: readonly Float64Array[]): Float64Array[] {
  return others.map((other) => column.map((value, row) => value * other[row]!));
}

/**
 * Writes the mean products about the means of all four columns.
 *
 * @param fixed the sums of x, label and truth, then of their products as {@link productsWithin} has
 * them
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
 * Takes out of all products what is explained by one column, if it varies and no other has
 * explained it.
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

function weightedSum(values: Float64Array, counts: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    sum += (counts[i]! | 0) * values[i]!; // an integer of 32 bits, which V8 need not widen
  }
  return sum;
}

function total(counts: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    sum += counts[i]!;
  }
  return sum;
}
