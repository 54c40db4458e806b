import { contextKey } from "../context.ts";
import { random } from "../sampling/random.ts";
import type { Context, Label } from "../types.ts";
import { frameKeys, type PairTexts } from "./frame-keys.ts";
import { compareTexts } from "./text-order.ts";
import type { Frame, FrameColumn, FrameTerms } from "./frame.ts";

/** The terms of one pair; those that are not known are absent. */
export interface PairTerms {
  readonly conditional?: number | undefined;
  readonly marginal?: number | undefined;
  /** In nats. */
  readonly pmi?: number | undefined;
}

/** One row of a table: a pair with people's numbers and an estimate a column. */
export interface FrameRow {
  /** Absent where all rows share one context. */
  readonly context?: Context | undefined;
  readonly x: string;
  readonly y: Label;
  /** People's numbers; those of the pair's first row count. */
  readonly truth?: PairTerms | undefined;
  /** The number of people who gave y to x, weighted or not; that of the pair's first row counts. */
  readonly people?: number | undefined;
  /** In the order of the columns. */
  readonly estimates: readonly (PairTerms | undefined)[];
}

/** Collects rows into a frame. */
export interface FrameBuilder {
  /** The number of rows added. */
  readonly rows: number;
  /** Whether all pairs are kept. */
  readonly isWhole: boolean;
  /** Whether pairs with people's PMI were left out, so that those kept are a draw of them. */
  readonly isDrawn: boolean;
  /** Adds a row: to its pair, if another row has the same. */
  add(row: FrameRow): void;
  /** The frame of the pairs so far. */
  build(): Frame;
}

export interface FrameOptions {
  /**
   * The most pairs kept, with all their rows; of more, a uniform draw of those with people's PMI,
   * and of the others as far as there is room.
   */
  readonly most?: number;
  /** The seed of the draw. */
  readonly seed?: string;
}

/**
 * A builder of a {@link Frame} with these columns. Rows of one (context, x, y) become one pair:
 * its rows are counted, and estimates that differ are averaged.
 *
 * The draw of pairs is a property of their texts: the same pairs are drawn whatever the order of
 * the rows, and memory holds at most twice as many.
 *
 * @example
 * const builder = frameBuilder(["promptnce"]);
 * builder.add({ x: "cat", y: "dog", truth: { pmi: 0.69 }, estimates: [{ pmi: 0.5 }] });
 * builder.add({ x: "cat", y: "dog", truth: { pmi: 0.69 }, estimates: [{ pmi: 0.7 }] });
 * builder.build(); // → { pairs: 1, columns: [{ pmi: [0.6], averaged: 1 }] }
 */
export function frameBuilder(
  columns: readonly string[],
  { most = Infinity, seed = "" }: FrameOptions = {},
): FrameBuilder {
  let kept = new Map<string, KeptPair>();
  let limit = 2;
  let rows = 0;
  const cut = (): void => {
    const lowest = [...kept].toSorted(([, a], [, b]) => a.mark - b.mark).slice(0, most);
    kept = new Map(lowest);
    limit = lowest.at(-1)![1].mark;
  };
  return {
    get rows() {
      return rows;
    },
    get isWhole() {
      return limit === 2 && kept.size <= most;
    },
    get isDrawn() {
      if (kept.size > most) cut();
      return limit < 1;
    },
    add(row) {
      rows++;
      const context = contextKey(row.context);
      const key = JSON.stringify([context, row.x, row.y]);
      const earlier = kept.get(key);
      if (earlier) {
        earlier.rows++;
        addEstimates(earlier, row);
        return;
      }
      const mark = most === Infinity ? 0 : markOf(`${seed} ${key}`, row.truth);
      if (mark > limit) return;
      kept.set(key, newPair(row, context, mark, columns.length));
      if (kept.size >= 2 * most) cut();
    },
    build() {
      if (kept.size > most) cut();
      return frameOf([...kept.values()].toSorted(byTexts), columns);
    },
  };
}

/** A pair with what its rows add up to. */
interface KeptPair extends PairTexts {
  /** Pairs with the lowest marks are drawn. */
  readonly mark: number;
  readonly contextKey: string;
  readonly truth: PairTerms | undefined;
  readonly people: number;
  rows: number;
  readonly estimates: (KeptEstimate | undefined)[];
}

/** The estimates of the rows of a pair: the first, how often it was repeated, and their sums. */
interface KeptEstimate {
  readonly first: PairTerms;
  count: number;
  /** Absent while all are the same, whose mean is then exact. */
  sums?: Record<keyof PairTerms, number>;
}

/** A uniform number from the pair's texts: from 0 with people's PMI, else from 1. */
function markOf(texts: string, truth: PairTerms | undefined): number {
  return random(texts).uniform() + (truth?.pmi === undefined ? 1 : 0);
}

function newPair(row: FrameRow, context: string, mark: number, columns: number): KeptPair {
  const { x, y, truth, people = Number.NaN } = row;
  const pair: KeptPair = {
    mark,
    contextKey: context,
    context: row.context,
    x,
    y,
    truth,
    people,
    rows: 1,
    estimates: Array.from({ length: columns }, () => undefined),
  };
  addEstimates(pair, row);
  return pair;
}

const terms = ["conditional", "marginal", "pmi"] as const;

function addEstimates({ estimates }: KeptPair, row: FrameRow): void {
  for (const [i, estimate] of row.estimates.entries()) {
    if (estimate === undefined || terms.every((term) => estimate[term] === undefined)) continue;
    const earlier = estimates[i];
    if (earlier === undefined) {
      estimates[i] = { first: estimate, count: 1 };
      continue;
    }
    if (earlier.sums === undefined && !isSame(earlier.first, estimate)) {
      earlier.sums = sumsOf(earlier.first, earlier.count);
    }
    earlier.count++;
    if (earlier.sums) addTerms(earlier.sums, estimate);
  }
}

function isSame(a: PairTerms, b: PairTerms): boolean {
  return terms.every((term) => a[term] === b[term]);
}

function sumsOf(values: PairTerms, times: number): Record<keyof PairTerms, number> {
  const sum = (term: keyof PairTerms): number => times * (values[term] ?? Number.NaN);
  return { conditional: sum("conditional"), marginal: sum("marginal"), pmi: sum("pmi") };
}

function addTerms(sums: Record<keyof PairTerms, number>, values: PairTerms): void {
  for (const term of terms) {
    sums[term] += values[term] ?? Number.NaN;
  }
}

function byTexts(a: KeptPair, b: KeptPair): number {
  return (
    compareTexts(a.contextKey, b.contextKey) || compareTexts(a.x, b.x) || compareTexts(a.y, b.y)
  );
}

function frameOf(pairs: readonly KeptPair[], columns: readonly string[]): Frame {
  return {
    pairs: pairs.length,
    keys: frameKeys(pairs),
    truth: termsOf(pairs.map(({ truth }) => truth)),
    columns: columns.map((name, i): FrameColumn => {
      const estimates = pairs.map((pair) => pair.estimates[i]);
      return {
        name,
        averaged: estimates.filter((estimate) => estimate?.sums).length,
        ...termsOf(estimates.map((estimate) => estimate && meanOf(estimate))),
      };
    }),
  };
}

function meanOf({ first, count, sums }: KeptEstimate): PairTerms {
  if (sums === undefined) return first;
  const { conditional, marginal, pmi } = sums;
  return { conditional: conditional / count, marginal: marginal / count, pmi: pmi / count };
}

function termsOf(values: readonly (PairTerms | undefined)[]): FrameTerms {
  const column = (term: keyof PairTerms): Float64Array => {
    const numbers = new Float64Array(values.length);
    for (let i = 0; i < numbers.length; i++) {
      numbers[i] = values[i]?.[term] ?? Number.NaN;
    }
    return numbers;
  };
  return { conditional: column("conditional"), marginal: column("marginal"), pmi: column("pmi") };
}
