import { gzipSync } from "node:zlib";

/**
 * An object's JSON, compressed, in Base64: prompts repeat, and Base64 has no character that HTML
 * treats specially. The items of its lists become bytes one by one, since the text of all prompts
 * of a page takes twice its bytes.
 */
export function packedJson(value: object): string {
  const parts = Array.from(jsonParts(value), (part) => Buffer.from(part));
  return gzipSync(Buffer.concat(parts), { level: 9 }).toString("base64");
}

/** The parts of an object's JSON, as `JSON.stringify` writes it: an item of a list at a time. */
export function* jsonParts(value: object): Generator<string> {
  let before = "{";
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(member)) yield* listParts(member);
    else yield JSON.stringify(member);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

function* listParts(list: readonly unknown[]): Generator<string> {
  let before = "[";
  for (const item of list) {
    yield `${before}${JSON.stringify(item)}`;
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}
