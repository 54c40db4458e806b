const made = new WeakMap<object, Map<string, unknown>>();

/**
 * The value made from an object, cached for the object's lifetime. `word` names the value and
 * anything else that it depends on.
 */
export function once<T>(of: object, word: string, make: () => T): T {
  const results = made.get(of) ?? new Map<string, unknown>();
  made.set(of, results);
  if (!results.has(word)) results.set(word, make());
  return results.get(word) as T;
}

/** Forgets all values made from an object. */
export function forget(of: object): void {
  made.delete(of);
}
