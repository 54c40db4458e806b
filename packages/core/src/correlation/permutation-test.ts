import { pairedNumbers } from "../numerics/columns.ts";
import { midranks } from "./midranks.ts";
import { random, shuffleInPlace } from "../sampling/random.ts";

export interface PermutationTestOptions {
  readonly seed: string | number;
  /** How many random permutations are drawn; 10,000 by default. */
  readonly permutations?: number;
}

export interface PermutationTest {
  /** Spearman's ρ of the data. */
  readonly value: number;
  /** Two-sided. */
  readonly p: number;
  /** The number of permutations evaluated. */
  readonly permutations: number;
  /** True if these are all permutations, so that p is exact. */
  readonly exact: boolean;
}

/**
 * The permutation test of Spearman's ρ: twice the share of random pairings of the same values whose
 * ρ is at least as far on its side, as `scipy.stats.permutation_test`. Where all n! pairings are no
 * more than the permutations asked for, each is looked at once; else one is added to count and
 * total, so that p is never 0 (Davison and Hinkley, 1997, Section 4.3). Midranks are compared as
 * integers, so ties in ρ are exact. NaN where a column has no variance and for fewer than three
 * pairs.
 * @throws RangeError on NaN, on unequal lengths and where `permutations` is not a positive integer
 */
export function permutationTest(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  options: PermutationTestOptions,
): PermutationTest {
  const asked = options.permutations ?? 10_000;
  if (!(Number.isInteger(asked) && asked > 0)) {
    throw new RangeError(`permutationTest draws a positive number of permutations, not ${asked}`);
  }
  const [first, second] = pairedNumbers("permutationTest", x, y).map(centredRanks) as [
    Float64Array,
    Float64Array,
  ];
  const n = first.length;
  const value = product(first, second) / Math.sqrt(product(first, first) * product(second, second));
  const all = factorial(n);
  const exact = all <= asked;
  const permutations = exact ? all : asked;
  if (n < 3 || Number.isNaN(value)) return { value, p: Number.NaN, permutations: 0, exact: false };
  const observed = product(first, second);
  const source = random(`permutation ${options.seed}`);
  const next = exact ? nextPermutation(second) : () => shuffleInPlace(second, source);
  let notBelow = exact ? 0 : 1;
  let notAbove = notBelow;
  const total = permutations + notBelow;
  for (let k = 0; k < permutations; k++) {
    next();
    const here = product(first, second);
    if (here >= observed) notBelow++;
    if (here <= observed) notAbove++;
  }
  const p = Math.min(1, (2 * Math.min(notBelow, notAbove)) / total);
  return { value, p, permutations, exact };
}

/** Twice the midranks less their mean: integers. */
function centredRanks(values: Float64Array): Float64Array {
  return midranks(values).map((rank) => 2 * rank - values.length - 1);
}

function product(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) {
    sum += x[i]! * y[i]!;
  }
  return sum;
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}

/** Heap's algorithm: the first call changes nothing, and n! calls visit every permutation once. */
function nextPermutation(values: Float64Array): () => void {
  const turns = new Uint32Array(values.length);
  let started = false;
  return () => {
    let i = 0;
    if (started)
      while (i < values.length && turns[i]! >= i) {
        turns[i++] = 0;
      }
    started = true;
    if (i === 0 || i >= values.length) return;
    const j = i % 2 === 0 ? 0 : turns[i]!;
    [values[i], values[j]] = [values[j]!, values[i]!];
    turns[i]!++;
  };
}
