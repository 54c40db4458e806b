import type { Label, Marginal, Pair } from "@promptnce/core";

/** The inputs and labels of the rows of one context, or of all rows. */
export interface InputSurvey {
  /** The number of distinct inputs. */
  readonly inputs: number;
  /** The list that was given, or else the labels of the rows in order of first occurrence. */
  readonly labels: readonly Label[];
  /**
   * Four pairs with distinct inputs for a grounded prompt, drawn in proportion to people's counts
   * or, without counts, to the pairs' rows. Fewer if the rows have fewer distinct inputs.
   */
  readonly examples: readonly Pair[];
}

/** The survey of the rows of one context, or of all rows. */
export interface ContextSurvey extends InputSurvey {
  /**
   * The distribution that distractors are drawn from: label frequencies, with a label that never
   * occurs counted once.
   */
  readonly marginal: Marginal;
}

/** The counts of the rows of one context, or of all rows. */
export class ContextCounts {
  readonly labels: Map<Label, number>;
  answers = 0;
  #inputs = 0;
  #examples: readonly Example[] = [];

  constructor(listed: readonly Label[]) {
    this.labels = new Map(listed.map((label) => [label, 0]));
  }

  addInput(count: number, isNew: boolean): void {
    this.answers += count;
    if (isNew) this.#inputs++;
  }

  addLabel(y: Label, count: number): void {
    this.labels.set(y, (this.labels.get(y) ?? 0) + count);
  }

  addExample(example: Example): void {
    this.#examples = drawnWith(this.#examples, example);
  }

  surveyed(): ContextSurvey {
    return {
      inputs: this.#inputs,
      labels: [...this.labels.keys()],
      marginal: shares(this.labels),
      examples: this.#examples.map(({ pair }) => pair),
    };
  }
}

/** The labels' shares, which sum to one. A label of weight 0 counts as if it had occurred once. */
function shares(weights: ReadonlyMap<Label, number>): Marginal {
  const held = [...weights].map(([y, weight]) => [y, weight === 0 ? 1 : weight] as const);
  const sum = held.reduce((total, [, weight]) => total + weight, 0);
  return new Map(held.map(([y, weight]) => [y, weight / sum]));
}

const EXAMPLES = 4;

interface Example {
  readonly pair: Pair;
  /** The key of its x. */
  readonly key: string;
  /** Its lot in the draw; the lowest lots win. */
  readonly at: number;
}

/**
 * The pairs with the lowest lots, one for each input, among those drawn so far and this one. The
 * draw depends on the seed and the pairs, not on their order.
 */
function drawnWith(drawn: readonly Example[], one: Example): readonly Example[] {
  if (drawn.length === EXAMPLES && one.at >= (drawn.at(-1)?.at ?? 0)) return drawn;
  const before = drawn.find(({ key }) => key === one.key);
  if (before !== undefined && before.at <= one.at) return drawn;
  return [...drawn.filter((other) => other !== before), one]
    .toSorted((a, b) => a.at - b.at)
    .slice(0, EXAMPLES);
}
