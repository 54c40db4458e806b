import { jsonrepair } from "jsonrepair";
import { flatNumbers } from "./flat-numbers.ts";
import { spelledNumber, spelledNumbers } from "./spelled-number.ts";

/** An object of a reply: its entries, or why it is not one. */
export type ParsedObject =
  | {
      readonly ok: true;
      /** A map, since `__proto__` and `constructor` are possible labels. */
      readonly entries: ReadonlyMap<string, unknown>;
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/**
 * The entries of one `{…}`: read as JSON, or, where it is only nearly JSON, repaired and noted. A repair may mend
 * quotes, commas and comments; one that made up a number (jsonrepair completes `0.` to `0.0`, `-` to `-0`) is refused.
 * Of two equal keys `JSON.parse` keeps the last.
 */
export function parseObject(text: string): ParsedObject {
  const flat = flatNumbers(text);
  if (flat !== undefined) return { ok: true, entries: flat, notes: [] };
  try {
    return { ok: true, entries: entriesOf(JSON.parse(text)), notes: [] };
  } catch {
    return repairObject(text);
  }
}

function repairObject(text: string): ParsedObject {
  let value: unknown;
  try {
    value = JSON.parse(jsonrepair(text));
  } catch {
    return { ok: false, reason: "its JSON is beyond repair" };
  }
  if (madeUpANumber(text, value)) return { ok: false, reason: "its JSON has a number that is not whole" };
  return { ok: true, entries: entriesOf(value), notes: ["repaired what was nearly JSON"] };
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value ?? {}));
}

/**
 * True where a number of the value does not stand, as often, in the text it was repaired from. There −0, which
 * jsonrepair makes of `-`, is not 0.
 */
function madeUpANumber(text: string, value: unknown): boolean {
  const written = Array.from(spelledNumbers(text));
  return numbersIn(value).some((number) => {
    const place = written.findIndex((one) => Object.is(one, number));
    if (place === -1) return true;
    written.splice(place, 1);
    return false;
  });
}

/** Every number in a JSON value, those spelled in strings with them. */
function numbersIn(value: unknown): readonly number[] {
  if (typeof value === "number") return [value];
  if (typeof value === "string") return [spelledNumber(value)].filter((n) => n !== undefined);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(numbersIn);
  return [];
}
