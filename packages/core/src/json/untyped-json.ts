/**
 * The member of untyped JSON at a path, or `undefined`. The index −1 is the last element of an
 * array.
 *
 * @example
 * at({ choices: [{ text: "PUSH" }, { text: "PULL" }] }, "choices", -1, "text"); // → "PULL"
 */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== "object" || inner === null) return undefined;
    inner = Array.isArray(inner) && key === -1 ? inner.at(-1) : Reflect.get(inner, key);
  }
  return inner;
}

/**
 * Whether a value is an object, and no list.
 *
 * @example
 * isObject({ text: "PUSH" }); // → true
 * isObject(["PUSH"]); // → false
 */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The value of a JSON text; `undefined` where the text is not JSON.
 *
 * @example
 * parsedJson('{"p": 0.4}'); // → { p: 0.4 }
 * parsedJson("no JSON"); // → undefined
 */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * A JSON text with `null` for the numbers that JSON lacks, `NaN` and infinities, as Python writes
 * them.
 *
 * @example
 * withoutNaN('{"p": NaN, "text": "NaN"}'); // → '{"p": null, "text": "NaN"}'
 */
export function withoutNaN(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (found) =>
    found.startsWith('"') ? found : "null",
  );
}
