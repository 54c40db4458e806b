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

/**
 * The correlation of estimates with the truth beyond its levels, as a function of how often each pair was drawn: the
 * partial correlation of both given the level of x and that of the label. In a sample of the pairs whose levels
 * {@link truthLevels} are, any sum of a function of x and one of y is uncorrelated with what is left of the truth, so
 * that this is 0 but for chance of who is blind to either. It is Pearson's, on the scale of logarithms: ranks of such a
 * sum are no such sum. In [−1, 1]; 1 of the truth itself. NaN for fewer than five pairs, and where nothing is left of
 * either column.
 * @throws RangeError on NaN, ±∞ and unequal lengths
 */
export function resampledBeyondLevels(
  estimates: ArrayLike<number>,
  truth: ArrayLike<number>,
  levels: TruthLevels,
): ResampledStatistic {
  const [estimated, actual] = pairedNumbers("resampledBeyondLevels", estimates, truth);
  const [x, label] = pairedNumbers("resampledBeyondLevels", levels.x, levels.label);
  if (x.length !== estimated.length) {
    throw new RangeError(`resampledBeyondLevels takes ${estimated.length} levels, not ${x.length}`);
  }
  const columns = [x, label, estimated, actual].map(scaled);
  return (counts) => {
    const products = productsOf(columns, counts);
    if (!(products.drawn >= 5)) return Number.NaN;
    const left = partialProducts(products.sums);
    if (!(left.estimates > NOTHING_LEFT && left.truth > NOTHING_LEFT)) return Number.NaN;
    return Math.max(-1, Math.min(1, left.both / Math.sqrt(left.estimates * left.truth)));
  };
}

/** Of the variance of a column of all rows: what rounding may leave of nothing. */
const NOTHING_LEFT = 1e-12;

/** With mean 0 and mean square 1 over all rows, so that products lose no digits; all 0 of a constant. */
function scaled(values: Float64Array): Float64Array {
  requireEach(values, Number.isFinite, "resampledBeyondLevels takes finite numbers");
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const centred = values.map((value) => value - mean);
  const size = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0) / values.length);
  const constant = values.every((value) => value === values[0]);
  return centred.map((value) => (constant ? 0 : value / size));
}

/** Mean products of centred columns over what was drawn, by place. */
type Products = readonly (readonly number[])[];

function productsOf(
  columns: readonly Float64Array[],
  counts: Uint32Array,
): { readonly drawn: number; readonly sums: Products } {
  let drawn = 0;
  for (const count of counts) {
    drawn += count;
  }
  const means = columns.map((column) => {
    let sum = 0;
    for (let i = 0; i < counts.length; i++) {
      sum += counts[i]! * column[i]!;
    }
    return sum / drawn;
  });
  const sums = columns.map((first, a) =>
    columns.map((second, b) => {
      let sum = 0;
      for (let i = 0; i < counts.length; i++) {
        sum += counts[i]! * first[i]! * second[i]!;
      }
      return sum / drawn - means[a]! * means[b]!;
    }),
  );
  return { drawn, sums };
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
  return { estimates: left[2]![2]!, truth: left[3]![3]!, both: left[2]![3]! };
}
