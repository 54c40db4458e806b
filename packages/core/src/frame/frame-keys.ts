import { contextKey } from "../context.ts";
import type { Context, Label } from "../types.ts";
import type { ContextField, FrameKeys } from "./frame.ts";

/** A pair by its texts. */
export interface PairTexts {
  /** Absent where all pairs share one context. */
  readonly context?: Context | undefined;
  readonly x: string;
  readonly y: Label;
  /** The number of rows that have the pair; 1 by default. */
  readonly rows?: number;
  /** The number of people who gave y to x, weighted or not, where known. */
  readonly people?: number;
}

/**
 * The keys of these pairs in their order, for a frame that another reader than a builder makes.
 *
 * @example
 * const pairs = [{ x: "cat", y: "dog" }, { x: "sun", y: "dog" }];
 * frameKeys(pairs); // → { x: [0, 1], labels: [0, 0], rows: [1, 1] }
 */
export function frameKeys(pairs: readonly PairTexts[]): FrameKeys {
  const contexts = numbered(pairs.map(({ context }) => contextKey(context)));
  const x = numbered(pairs.map((pair) => pair.x));
  const labels = numbered(pairs.map((pair) => pair.y));
  return {
    contexts: contexts.of,
    x: x.of,
    labels: labels.of,
    texts: { contexts: contexts.texts, x: x.texts, labels: labels.texts },
    fields: fieldsOf(pairs),
    rows: Float64Array.from(pairs, ({ rows = 1 }) => rows),
    people: Float64Array.from(pairs, ({ people = Number.NaN }) => people),
  };
}

/** The texts numbered in the order of their first occurrence. */
function numbered(texts: readonly string[]) {
  const numbers = new Map<string, number>();
  const of = Uint32Array.from(texts, (text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });
  return { of, texts: [...numbers.keys()] };
}

function fieldsOf(pairs: readonly PairTexts[]): ContextField[] {
  const names = Object.keys(pairs[0]?.context ?? {});
  if (names.length < 2) return [];
  return names.map((name) => {
    const { of, texts } = numbered(pairs.map(({ context }) => context?.[name] ?? ""));
    return { name, of, count: texts.length };
  });
}
