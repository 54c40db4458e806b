import type { Label } from "@promptnce/core";
import { fingerprint, fingerprintTable } from "@promptnce/engine";

/** A row as a column sees it. */
export interface LabelledRow {
  readonly key: string;
  readonly y: Label;
  /** The text of the column. */
  readonly value: string;
}

/** The distinct inputs, labels and pairs with one value of a column. */
interface ValueCounts {
  inputs: number;
  labels: number;
  pairs: number;
}

/** A label with the values that it occurs with, and the number of its inputs. */
interface LabelCounts {
  readonly values: Set<string>;
  inputs: number;
}

/**
 * This share of the pairs of input and label that inputs of one value could have must occur for its
 * labels to be closed.
 */
const CLOSED_SHARE = 3 / 4;
/**
 * If more than this share of labels occurs with one value each, values do not share one list of
 * labels.
 */
const OWN_SHARE = 2 / 3;
/**
 * If inputs have at most this share of all labels, while they have those of their value, labels
 * differ by value.
 */
const SMALL_SHARE = 1 / 2;
/** How likely, at most, chance alone may keep the labels of values apart. */
const CHANCE = 1e-6;
/** A column with more values or labels is no longer followed. */
const MOST = { values: 4000, labels: 20_000 };

/**
 * How labels fall together with the values of one column: those of `own` or all `differ`, or they
 * are `apart`.
 */
export type Separation = "own" | "differ" | "apart";

/**
 * Counts which labels occur with which values of a column, to tell label sets that belong to its
 * values, as the answers of a survey belong to its questions, from one list of labels for all rows.
 *
 * What tells the two apart are labels that several inputs repeat. Responses to a cue word may well
 * occur with this cue alone, and say nothing of it; if inputs with one value have the same few
 * labels, and inputs with another value have others, the labels belong to the value.
 */
export class ColumnLabels {
  readonly column: string;
  readonly isField: boolean;
  readonly #values = new Map<string, ValueCounts>();
  readonly #labels = new Map<Label, LabelCounts>();
  readonly #inputs = fingerprintTable();
  readonly #pairs = fingerprintTable();
  readonly #keys = fingerprintTable();
  #inputCount = 0;
  #keyCount = 0;
  #pairCount = 0;
  #sharedCount = 0;

  /** @param isField whether the column is a field of x, so that an input has one value of it. */
  constructor(column: string, isField: boolean) {
    this.column = column;
    this.isField = isField;
  }

  add({ key, y, value }: LabelledRow): void {
    const counts = this.#values.get(value) ?? { inputs: 0, labels: 0, pairs: 0 };
    this.#values.set(value, counts);
    if (this.#keys.add(key, 1) === 1) this.#keyCount++;
    const input = fingerprint(key, value);
    if (this.#inputs.add(input, 1) === 1) {
      this.#inputCount++;
      counts.inputs++;
    }
    if (this.#pairs.add(fingerprint(input, y), 1) > 1) return;
    counts.pairs++;
    this.#pairCount++;
    const label = this.#labels.get(y) ?? { values: new Set(), inputs: 0 };
    this.#labels.set(y, label);
    label.inputs++;
    if (label.values.has(value)) return;
    label.values.add(value);
    counts.labels++;
    if (label.values.size === 2) this.#sharedCount++;
  }

  /** Whether every input has one value of the column. */
  get isOfInputs(): boolean {
    return this.isField || this.#inputCount === this.#keyCount;
  }

  /**
   * The share of possible pairs that occur, over values that have two inputs and two labels or
   * more.
   */
  get closedness(): number {
    const { pairs, cells } = this.#repeated();
    return pairs / cells;
  }

  /** Whether most labels occur with one value alone. */
  get #areOwn(): boolean {
    return this.#labels.size - this.#sharedCount > OWN_SHARE * this.#labels.size;
  }

  /** Whether rows so far speak against a separation, so that the column need not be followed. */
  get isHopeless(): boolean {
    if (this.#values.size > MOST.values || this.#labels.size > MOST.labels) return true;
    const mayBeClosed = !(this.closedness < CLOSED_SHARE) && !(this.#coverage > SMALL_SHARE);
    return !this.#areOwn && !mayBeClosed;
  }

  /** How labels differ between values; `undefined` if nothing shows that they do. */
  get separation(): Separation | undefined {
    if (this.#values.size < 2) return undefined;
    if (this.#isClosed) {
      if (this.#areOwn) return "own";
      if (this.#coverage <= SMALL_SHARE) return "differ";
    }
    return this.isField && this.#areApart ? "apart" : undefined;
  }

  /** Two values, each with a few of its labels that no other value has. */
  examples(): readonly { readonly value: string; readonly labels: readonly Label[] }[] {
    const owned = [...this.#labels].filter(([, { values }]) => values.size === 1);
    const byValue = Map.groupBy(owned, ([, { values }]) => [...values][0]!);
    return Array.from(byValue, ([value, labels]) => {
      return { value, labels: labels.map(([label]) => label) };
    }).slice(0, 2);
  }

  /** The share of all labels that an input has, on average. */
  get #coverage(): number {
    return this.#pairCount / (this.#inputCount * this.#labels.size);
  }

  get #isClosed(): boolean {
    const { values, inputs, pairs, cells } = this.#repeated();
    return values > 1 && 2 * inputs >= this.#inputCount && pairs >= CLOSED_SHARE * cells;
  }

  /**
   * Whether no label of two inputs or more occurs with two values, and there are too many of these
   * for chance.
   */
  get #areApart(): boolean {
    const repeated = [...this.#labels.values()].filter(({ inputs }) => inputs > 1);
    if (repeated.some(({ values }) => values.size > 1)) return false;
    const largest = Math.max(...this.#values.values().map(({ inputs }) => inputs));
    const draws = repeated.reduce((sum, { inputs }) => sum + inputs - 1, 0);
    return draws * Math.log(largest / this.#inputCount) < Math.log(CHANCE);
  }

  /**
   * Sums over values with two inputs and two labels or more: others say nothing of whether inputs
   * share labels.
   */
  #repeated(): Record<"values" | "inputs" | "pairs" | "cells", number> {
    const sums = { values: 0, inputs: 0, pairs: 0, cells: 0 };
    for (const { inputs, labels, pairs } of this.#values.values()) {
      if (inputs < 2 || labels < 2) continue;
      sums.values++;
      sums.inputs += inputs;
      sums.pairs += pairs;
      sums.cells += inputs * labels;
    }
    return sums;
  }
}
