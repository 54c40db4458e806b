import type { Label } from "../types.ts";
import { numbersAt } from "../numerics/columns.ts";

/**
 * The keys of a frame's pairs. Contexts, x and labels are numbered, so that nothing is compared as
 * text again; each number is the place of its text in `texts`.
 */
export interface FrameKeys {
  readonly contexts: Uint32Array;
  readonly x: Uint32Array;
  readonly labels: Uint32Array;
  readonly texts: {
    readonly contexts: readonly string[];
    readonly x: readonly string[];
    readonly labels: readonly Label[];
  };
  /** The fields of contexts that have several, such as question and attribute. */
  readonly fields: readonly ContextField[];
  /** The number of rows that have the pair. */
  readonly rows: Float64Array;
  /** The number of people who gave the pair, weighted or not; NaN where it is not known. */
  readonly people: Float64Array;
}

/** A field of the contexts: the number of each pair's value, and how many values there are. */
export interface ContextField {
  readonly name: string;
  readonly of: Uint32Array;
  readonly count: number;
}

/** P(y|x), P(y) and PMI in nats, a number a pair; NaN where there is none. */
export interface FrameTerms {
  readonly conditional: Float64Array;
  readonly marginal: Float64Array;
  readonly pmi: Float64Array;
}

/** The estimates of one method, or one run. */
export interface FrameColumn extends FrameTerms {
  readonly name: string;
  /**
   * The term that is ranked against people's, if it is not the same as theirs: P(y) alone as an
   * estimate of P(y|x).
   */
  readonly ranked?: keyof FrameTerms;
  /** The number of pairs whose rows have different estimates, which are averaged. */
  readonly averaged: number;
}

/**
 * Pairs with people's numbers and estimates. A pair is one distinct (context, x, y), however many
 * rows have it. A builder puts pairs in the order of their texts, so the same pairs give the same
 * frame whatever the order of their rows.
 */
export interface Frame {
  readonly pairs: number;
  readonly keys: FrameKeys;
  /** People's numbers. */
  readonly truth: FrameTerms;
  readonly columns: readonly FrameColumn[];
}

/**
 * The frame of the pairs at these places.
 *
 * @example
 * const builder = frameBuilder(["mine"]);
 * builder.add({ x: "cat", y: "dog", estimates: [{ pmi: 0.5 }] });
 * builder.add({ x: "cat", y: "sun", estimates: [{ pmi: 0.1 }] });
 * pairsAt(builder.build(), [1]); // → { pairs: 1 }
 */
export function pairsAt(frame: Frame, places: ArrayLike<number>): Frame {
  const { keys, truth, columns } = frame;
  const numbers = (values: Float64Array) => numbersAt(values, places);
  const groups = (values: Uint32Array) => new Uint32Array(numbersAt(values, places));
  const terms = ({ conditional, marginal, pmi }: FrameTerms): FrameTerms => ({
    conditional: numbers(conditional),
    marginal: numbers(marginal),
    pmi: numbers(pmi),
  });
  return {
    pairs: places.length,
    keys: {
      contexts: groups(keys.contexts),
      x: groups(keys.x),
      labels: groups(keys.labels),
      texts: keys.texts,
      fields: keys.fields.map((field) => {
        const of = groups(field.of);
        return { name: field.name, of, count: new Set(of).size };
      }),
      rows: numbers(keys.rows),
      people: numbers(keys.people),
    },
    truth: terms(truth),
    columns: columns.map((column) => ({ ...column, ...terms(column) })),
  };
}

/**
 * The places of the pairs for which the condition holds.
 *
 * @example
 * const builder = frameBuilder(["mine"]);
 * builder.add({ x: "cat", y: "dog", estimates: [{ pmi: 0.5 }] });
 * builder.add({ x: "cat", y: "sun", estimates: [{ pmi: -0.1 }] });
 * const frame = builder.build();
 * placesWhere(frame, (place) => frame.columns[0].pmi[place] > 0); // → [0]
 */
export function placesWhere({ pairs }: Frame, holds: (place: number) => boolean): Uint32Array {
  return Uint32Array.from({ length: pairs }, (_, place) => place).filter(holds);
}
