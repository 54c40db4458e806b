const made = new WeakMap<object, Map<string, unknown>>();

/** What is made of an object and a word, which says what and by what of it: made once, and kept as long as the object. */
export function once<T>(of: object, word: string, make: () => T): T {
  const results = made.get(of) ?? new Map<string, unknown>();
  made.set(of, results);
  if (!results.has(word)) results.set(word, make());
  return results.get(word) as T;
}
