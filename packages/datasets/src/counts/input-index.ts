import type { Input } from "@promptnce/core";

/**
 * Finds items by the text of their input, whoever built the object: those with the same text in order, none for a text
 * that no item has. All inputs have the fields of the first.
 */
export function inputIndex<T extends { readonly x: Input }>(items: readonly T[]): (x: Input) => readonly T[] {
  const [only = "", ...others] = Object.keys(items[0]?.x ?? {});
  // JSON keeps ["a", "b c"] and ["a b", "c"] apart; one field needs no such care.
  const textOf = (x: Input): string =>
    others.length === 0 ? (x[only] ?? "") : JSON.stringify([only, ...others].map((field) => x[field]));
  const byText = Map.groupBy(items, ({ x }) => textOf(x));
  return (x) => byText.get(textOf(x)) ?? [];
}
