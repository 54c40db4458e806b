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
 * The levels of the truth over all pairs that people are known to have given: PMI, or ln P(y | x, c), as nearly as it is
 * one number of x and one of the label, by least squares. Taken over the whole of a dataset and looked up for the pairs
 * of a sample, they say what looking at x alone or y alone could tell, also where no x stands twice in the sample.
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
 * The correlation of estimates with the truth beyond its levels, as a function of the estimates and then of how often
 * each pair was drawn: the partial correlation of both given the level of x and that of the label. In a sample of the
 * pairs whose levels {@link truthLevels} are, any sum of a function of x and one of y is uncorrelated with what is left
 * of the truth, so that this is 0 but for chance of who is blind to either. It is Pearson's, on the scale of logarithms:
 * ranks of such a sum are no such sum. In [−1, 1]; 1 of the truth itself. NaN for fewer than five pairs, and where
 * nothing is left of either column.
 *
 * What a resample makes of the truth and its levels is taken once for all columns of estimates that are bootstrapped
 * together.
 * @throws RangeError on NaN, ±∞ and unequal lengths
 */
export function beyondLevels(truth: ArrayLike<number>, levels: TruthLevels): BeyondLevels {
  const [x, label] = pairedNumbers("beyondLevels", levels.x, levels.label);
  const [, actual] = pairedNumbers("beyondLevels", x, truth);
  const fixed = [x, label, actual].map(scaled);
  const fixedSums = oncePerResample(resampledSums(fixed, productsWithin(fixed)));
  return (estimates) => {
    const [, estimated] = pairedNumbers("beyondLevels", x, estimates);
    const column = scaled(estimated);
    const columnSums = resampledSums([column], productsWith(column, [...fixed, column]));
    return (counts, resample) => {
      const drawn = total(counts);
      if (!(drawn >= 5)) return Number.NaN;
      const left = partialProducts(
        meanProducts(fixedSums(counts, resample), columnSums(counts), drawn),
      );
      if (!(left.estimates > NOTHING_LEFT && left.truth > NOTHING_LEFT)) return Number.NaN;
      return Math.max(-1, Math.min(1, left.both / Math.sqrt(left.estimates * left.truth)));
    };
  };
}

/** Of the variance of a column of all rows: what rounding may leave of nothing. */
const NOTHING_LEFT = 1e-12;

/** With mean 0 and mean square 1 over all rows, so that products lose no digits; all 0 of a constant. */
function scaled(values: Float64Array): Float64Array {
  requireEach(values, Number.isFinite, "beyondLevels takes finite numbers");
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const centred = values.map((value) => value - mean);
  const size = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0) / values.length);
  const constant = values.every((value) => value === values[0]);
  return centred.map((value) => (constant ? 0 : value / size));
}

/** Mean products of centred columns over what was drawn, by place. */
type Products = readonly (readonly number[])[];

/** Sums over what was drawn: of columns, and of their products. */
interface Sums {
  readonly columns: readonly number[];
  readonly products: readonly number[];
}

type ResampledSums = (counts: Uint32Array, resample?: number) => Sums;

function resampledSums(
  columns: readonly Float64Array[],
  products: readonly Float64Array[],
): ResampledSums {
  return (counts) => ({
    columns: columns.map((column) => weightedSum(column, counts)),
    products: products.map((product) => weightedSum(product, counts)),
  });
}

/** Those of the last resample are kept; of a resample without a number, nothing is. */
function oncePerResample(sums: ResampledSums): ResampledSums {
  let last: { readonly resample: number; readonly sums: Sums } | undefined;
  return (counts, resample) => {
    if (resample === undefined) return sums(counts);
    if (last?.resample !== resample) {
      last = { resample, sums: sums(counts) };
    }
    return last.sums;
  };
}

/** The products of each column with itself and those behind it, row by row. */
function productsWithin(columns: readonly Float64Array[]): Float64Array[] {
  return columns.flatMap((column, place) => productsWith(column, columns.slice(place)));
}

function productsWith(column: Float64Array, others: readonly Float64Array[]): Float64Array[] {
  return others.map((other) => column.map((value, row) => value * other[row]!));
}

/** The products about the means of x, label, truth and estimates, in this order. */
function meanProducts(fixed: Sums, column: Sums, drawn: number): Products {
  const [ofX, ofLabel, ofTruth] = fixed.columns as [number, number, number];
  const [xx, xLabel, xTruth, labels, labelTruth, truths] = fixed.products as SixNumbers;
  const [xEstimate, labelEstimate, truthEstimate, squares] = column.products as FourNumbers;
  const means = [ofX, ofLabel, ofTruth, column.columns[0]!].map((sum) => sum / drawn);
  return [
    [xx, xLabel, xTruth, xEstimate],
    [xLabel, labels, labelTruth, labelEstimate],
    [xTruth, labelTruth, truths, truthEstimate],
    [xEstimate, labelEstimate, truthEstimate, squares],
  ].map((row, a) => row.map((sum, b) => sum / drawn - means[a]! * means[b]!));
}

type FourNumbers = [number, number, number, number];
type SixNumbers = [...FourNumbers, number, number];

function weightedSum(values: Float64Array, counts: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    sum += (counts[i]! | 0) * values[i]!; // an integer of 32 bits, which V8 need not widen
  }
  return sum;
}

function total(counts: Uint32Array): number {
  let sum = 0;
  for (const count of counts) {
    sum += count;
  }
  return sum;
}

/** What the first two columns leave of the products of the other two: one is swept out, then the other. */
function partialProducts(products: Products): Record<"estimates" | "truth" | "both", number> {
  let left = products;
  for (const swept of [0, 1]) {
    const pivot = left[swept]![swept]!;
    // A level that does not vary, or that the other gives, says nothing more.
    if (!(pivot > NOTHING_LEFT)) continue;
    left = left.map((row, a) =>
      row.map((product, b) => product - (left[a]![swept]! * left[swept]![b]!) / pivot),
    );
  }
  return { truth: left[2]![2]!, estimates: left[3]![3]!, both: left[2]![3]! };
}
