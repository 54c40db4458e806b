const made = new WeakMap<object, Map<string, unknown>>();

/** What is made of an object and a word, which says what and by what of it: made once, and kept as long as the object. */
export function once<T>(of: object, word: string, make: () => T): T {
  const own = made.get(of) ?? new Map<string, unknown>();
  made.set(of, own);
  if (!own.has(word)) own.set(word, make());
  return own.get(word) as T;
}
