/**
 * JSON text of plain data with the keys of every object sorted by UTF-16 code unit, so that equal data has equal text
 * whatever the order it was written in. Members that are `undefined` are left out, as `JSON.stringify` does.
 *
 * @throws TypeError at anything JSON cannot hold (NaN, an infinity, a function, a bigint, a class instance), naming the
 *   place: `JSON.stringify` would turn some of them into `null` or `{}`, and two different settings would then look the
 *   same.
 */
export function canonicalJson(value: unknown): string {
  return write(value, ["$"]);
}

/** `at` is where the value stands, which only an error needs as text. */
function write(value: unknown, at: (string | number)[]): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") {
    return JSON.stringify(value);
  }
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) {
    const items = value.map((item, i) => writeAt(item, i, at));
    return `[${items.join(",")}]`;
  }
  if (isPlain(value)) {
    let members = "";
    for (const key of Object.keys(value).sort()) {
      if (value[key] === undefined) continue;
      const comma = members === "" ? "" : ",";
      members += `${comma}${JSON.stringify(key)}:${writeAt(value[key], key, at)}`;
    }
    return `{${members}}`;
  }
  throw new TypeError(`Only plain JSON data can be identified, but ${placeText(at)} is ${name(value)}.`);
}

function writeAt(value: unknown, step: string | number, at: (string | number)[]): string {
  at.push(step);
  const text = write(value, at);
  at.pop();
  return text;
}

function placeText([root, ...steps]: readonly (string | number)[]): string {
  return `${root}${steps.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("")}`;
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
