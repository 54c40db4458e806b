/**
 * The JSON text of plain data with the keys of every object sorted by UTF-16 code unit, so that
 * equal data has equal text whatever the order of its keys. `undefined` members are omitted, as by
 * `JSON.stringify`.
 *
 * @throws TypeError for a value that JSON cannot represent (NaN, an infinity, a function, a bigint,
 *   a class instance), naming its path: `JSON.stringify` would turn some of these into `null` or
 *   `{}`, and two different settings would then look the same.
 * @example
 * canonicalJson({ top_p: 1, temperature: 0 }); // → '{"temperature":0,"top_p":1}'
 */
export function canonicalJson(value: unknown, at = "$"): string {
  if (
    typeof value === "string" ||
    value === null ||
    typeof value === "boolean" ||
    Number.isFinite(value)
  ) {
    return JSON.stringify(value);
  }
  if (Array.isArray(value))
    return `[${value.map((item, i) => canonicalJson(item, `${at}[${i}]`)).join(",")}]`;
  if (isPlain(value)) {
    let members = "";
    for (const key of Object.keys(value).sort()) {
      if (value[key] === undefined) continue;
      const comma = members === "" ? "" : ",";
      members += `${comma}${JSON.stringify(key)}:${canonicalJson(value[key], `${at}.${key}`)}`;
    }
    return `{${members}}`;
  }
  throw new TypeError(`Only plain JSON data can be identified, but ${at} is ${name(value)}.`);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function name(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "object" && value !== null) return `a ${value.constructor.name}`;
  return `of type ${typeof value}`;
}
