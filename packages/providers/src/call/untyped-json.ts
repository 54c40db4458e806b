/**
 * The member of untyped JSON at a path, or `undefined`. The index −1 is the last element of an
 * array.
 */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner) && key === -1) return inner.at(-1) as unknown;
    return typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined;
  }, value);
}

/** The value of a JSON text; `undefined` where the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
