import { random } from "../src/index.ts";
import { sortOrder } from "../src/numerics/sort-order.ts";
import type { Columns } from "./data.ts";

/**
 * What is attainable: the same arithmetic as a bare loop over typed arrays made beforehand, without checks, options or
 * interfaces. Words come from our own generator, whose `fill` is such a loop.
 */

/** Two columns made ready to be ranked, with room for what is counted in a resample. */
interface Ready {
  /** The items' order in x. */
  readonly order: Uint32Array;
  /** Where each tied group of x ends in it. */
  readonly ends: Uint32Array;
  /** The items' dense ranks in y, taken in that order. */
  readonly rankY: Uint32Array;
  readonly drawn: Float64Array;
  readonly scores: Float64Array;
}

/** The bootstrap standard error of Spearman's ρ. */
export function bootstrapFloor(columns: Pick<Ready, "order" | "ends" | "rankY">, replicates: number): number {
  const { order, ends, rankY } = columns;
  const n = order.length;
  const { fill } = random("bootstrap");
  const words = new Uint32Array((n + 1) >>> 1);
  const counts = new Uint32Array(n);
  const ready = { ...columns, drawn: new Float64Array(n), scores: new Float64Array(Math.max(...rankY) + 1) };
  const rhoOf = ends.length < n ? rhoTied : rhoUntied;
  let sum = 0;
  let squares = 0;
  for (let b = 0; b < replicates; b++) {
    fill(words);
    countDraws(words, counts);
    const rho = rhoOf(counts, ready);
    sum += rho;
    squares += rho * rho;
  }
  return Math.sqrt((squares - (sum * sum) / replicates) / (replicates - 1));
}

/** Without the rejection that makes draws exactly uniform: less work than we do. */
function countDraws(words: Uint32Array, counts: Uint32Array): void {
  const n = counts.length;
  counts.fill(0);
  for (let k = 0; k < words.length; k++) {
    const word = words[k]! | 0;
    counts[Math.imul(word & 0xffff, n) >>> 16]!++;
    counts[Math.imul(word >>> 16, n) >>> 16]!++;
  }
}

function rhoTied(counts: Uint32Array, ready: Ready): number {
  const { order, ends, rankY, drawn, scores } = ready;
  const n = order.length;
  const squares = drawnToScores(counts, ready);
  let below = 0;
  let cubes = 0;
  let products = 0;
  for (let g = 0, k = 0; g < ends.length; g++) {
    let count = 0;
    let sum = 0;
    for (; k < ends[g]!; k++) {
      count += drawn[k]!;
      sum += drawn[k]! * scores[rankY[k]!]!;
    }
    products += sum * (2 * below + (count - n));
    below += count;
    cubes += count * count * count;
  }
  return products / Math.sqrt(((n * n * n - cubes) / 3) * squares);
}

function rhoUntied(counts: Uint32Array, ready: Ready): number {
  const { order, rankY, drawn, scores } = ready;
  const n = order.length;
  const squares = drawnToScores(counts, ready);
  let below = 0;
  let cubes = 0;
  let products = 0;
  for (let k = 0; k < n; k++) {
    const count = drawn[k]!;
    products += count * (2 * below + (count - n)) * scores[rankY[k]!]!;
    below += count;
    cubes += count * count * count;
  }
  return products / Math.sqrt(((n * n * n - cubes) / 3) * squares);
}

/** Counts in the order of x, and scores of y; returns the sum of their squares. */
function drawnToScores(counts: Uint32Array, { order, rankY, drawn, scores }: Ready): number {
  const n = order.length;
  scores.fill(0);
  for (let k = 0; k < n; k++) {
    drawn[k] = counts[order[k]!]!;
    scores[rankY[k]!]! += drawn[k]!;
  }
  let below = 0;
  let cubes = 0;
  for (let g = 0; g < scores.length; g++) {
    const count = scores[g]!;
    scores[g] = 2 * below + (count - n);
    below += count;
    cubes += count * count * count;
  }
  return (n * n * n - cubes) / 3;
}

/** Spearman's ρ after our own sort, which is most of it: midranks and products without checks. */
export function spearmanFloor({ x, y }: Columns): () => number {
  const ranksX = new Float64Array(x.length);
  const ranksY = new Float64Array(x.length);
  return () => {
    centredRanks(x, sortOrder(x), ranksX);
    centredRanks(y, sortOrder(y), ranksY);
    let xx = 0;
    let yy = 0;
    let xy = 0;
    for (let i = 0; i < ranksX.length; i++) {
      xx += ranksX[i]! * ranksX[i]!;
      yy += ranksY[i]! * ranksY[i]!;
      xy += ranksX[i]! * ranksY[i]!;
    }
    return xy / Math.sqrt(xx * yy);
  };
}

function centredRanks(values: Float64Array, order: Uint32Array, ranks: Float64Array): void {
  const n = values.length;
  for (let start = 0, end = 0; start < n; start = end) {
    const value = values[order[start]!]!;
    end = start + 1;
    while (end < n && values[order[end]!] === value) end++;
    for (let k = start; k < end; k++) ranks[order[k]!] = start + end - n;
  }
}

/** An isotonic fit after our own sort: gathering and pooling, without checks, ties or knots. */
export function isotonicFloor({ x, y }: Columns): () => number {
  const value = new Float64Array(y.length);
  const size = new Float64Array(y.length);
  return () => {
    const order = sortOrder(x);
    let blocks = 0;
    for (let i = 0; i < order.length; i++) {
      let mean = y[order[i]!]!;
      let mass = 1;
      while (blocks > 0 && value[blocks - 1]! >= mean) {
        blocks--;
        mean = (mean * mass + value[blocks]! * size[blocks]!) / (mass + size[blocks]!);
        mass += size[blocks]!;
      }
      value[blocks] = mean;
      size[blocks++] = mass;
    }
    return blocks;
  };
}

/** A binary search among the knots and one interpolation a value. */
export function predictFloor(knotX: Float64Array, knotY: Float64Array, x: Float64Array): () => number {
  const out = new Float64Array(x.length);
  return () => {
    for (let i = 0; i < x.length; i++) {
      let low = 0;
      let high = knotX.length - 1;
      while (high - low > 1) {
        const middle = (low + high) >>> 1;
        if (knotX[middle]! <= x[i]!) low = middle;
        else high = middle;
      }
      const share = (x[i]! - knotX[low]!) / (knotX[high]! - knotX[low]!);
      out[i] = knotY[low]! + share * (knotY[high]! - knotY[low]!);
    }
    return out[0]!;
  };
}

/** Alias draws from a table of half cells: the generator, one multiplication and two look-ups. */
export function drawFloor(cells: number, draws: number): () => number {
  const { fill } = random("draws");
  const words = new Uint32Array(2048);
  const keep = new Float64Array(cells).fill(0.5);
  const places = new Uint32Array(2 * cells);
  const out = new Uint32Array(draws);
  return () => {
    for (let start = 0; start < draws; start += 1024) {
      fill(words);
      const end = Math.min(draws, start + 1024);
      for (let i = start, w = 0; i < end; i++, w += 2) {
        const scaled = (words[w]! + words[w + 1]! / 0x100000000) * (cells / 0x100000000);
        const cell = scaled | 0;
        out[i] = places[2 * cell + 1 + (Math.floor(scaled - cell - keep[cell]!) | 0)]!;
      }
    }
    return out[0]!;
  };
}
