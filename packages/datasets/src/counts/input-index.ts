import type { Input } from "@promptnce/core";

/** Finds what is known of an input by its text, whoever built the object. */
export interface InputIndex<T> {
  /** What was added for this text, in order; empty for a text never added. */
  get(x: Input): readonly T[];
  add(x: Input, item: T): void;
}

/** An empty index of inputs that have the given text fields. */
export function inputIndex<T>(fields: readonly string[]): InputIndex<T> {
  const byText = new Map<string, T[]>();
  const [only, ...others] = fields;
  // JSON keeps ["a", "b c"] and ["a b", "c"] apart; one field needs no such care.
  const key = (x: Input): string =>
    only !== undefined && others.length === 0 ? (x[only] ?? "") : JSON.stringify(fields.map((field) => x[field]));
  return {
    get: (x) => byText.get(key(x)) ?? [],
    add: (x, item) => {
      const items = byText.get(key(x));
      if (items === undefined) byText.set(key(x), [item]);
      else items.push(item);
    },
  };
}
