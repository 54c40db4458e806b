import { DEEPEST_JSON, isNestedTooDeep } from "@promptnce/core/json";
import { countText } from "@promptnce/core/errors";
import { caseFold } from "../slots/candidates.ts";
import { quote } from "../slots/quote.ts";
import { type FoundObject, jsonObjects } from "./json-objects.ts";
import { meantAnswer } from "./meant-answer.ts";
import { parseObject, type Read } from "./parse-object.ts";
import { lastDigit, spelledNumber } from "./spelled-number.ts";
import { firstDifference, typographyFold } from "./typography.ts";

/** The numbers in an object, separated into requested and other ones. */
export type NumberMatch = Read<{
  /** The number for each name, in the order requested. */
  readonly values: readonly number[];
  /** The numbers under other keys. Values that are not numbers, such as notes, are ignored. */
  readonly extras: readonly (readonly [key: string, value: number])[];
  /** If a number is zero: the unit of the last digit of the finest number, if one has decimals. */
  readonly resolution?: number | undefined;
}>;

/**
 * The maximum length of a reply, and of all its objects that are read together: far beyond any
 * answer.
 */
const MOST_CHARACTERS = 1_000_000;

/**
 * The numbers that a reply, which may be prose around JSON, gives for the names: those of the
 * object that has every name, once and with a number. If there is none, the reason is that of the
 * last object. If an object is cut off, its complete members are read if they fit, which is noted.
 * The policy is docs/reading.md.
 */
export function readReply(reply: string, names: readonly string[]): NumberMatch {
  if (reply.length > MOST_CHARACTERS) {
    const reason = `the reply has more than the ${countText(MOST_CHARACTERS)} characters that are read`;
    return { ok: false, reason };
  }
  const { objects, cut } = jsonObjects(reply);
  // Otherwise each of a hundred nested objects would be read, which takes seconds and yields
  // nothing.
  if (!cut && isNestedTooDeep(reply))
    return { ok: false, reason: `the reply is nested more than ${DEEPEST_JSON} levels deep` };
  const found = theFitting(reply, objects, names);
  if (!cut) return found ?? { ok: false, reason: "the reply has no JSON object" };
  if (!found?.ok) return { ok: false, reason: "the reply ends within an object" };
  return {
    ...found,
    cut,
    notes: [...found.notes, "the reply ends in the middle, behind all that is needed"],
  };
}

/** The numbers that an object of a reply gives for the names, and its position. */
type FoundAnswer = Extract<NumberMatch, { readonly ok: true }> & FoundObject;

/**
 * The object that fits or, if none does, what is wrong with the last. An object inside a fitting
 * one is part of it. If several differ, the reply must clearly mean one ({@link meantAnswer}).
 * Objects may contain each other, so that together they may be far longer than the reply: if they
 * exceed the maximum length of a reply, none is read.
 */
function theFitting(
  reply: string,
  objects: readonly FoundObject[],
  names: readonly string[],
): NumberMatch | undefined {
  let last: NumberMatch | undefined;
  let looked = 0;
  const fitting: FoundAnswer[] = [];
  for (const object of objects.toReversed()) {
    const [outer] = fitting.slice(-1);
    if (outer !== undefined && object.from > outer.from) continue;
    looked += object.text.length;
    if (looked > MOST_CHARACTERS) break;
    const read = readObject(object.text, names);
    if (read.ok) fitting.push({ ...read, ...object });
    else last ??= read;
  }
  if (fitting.length === 0) return last;
  return meantAnswer(reply, fitting.toReversed());
}

function readObject(text: string, names: readonly string[]): NumberMatch {
  const parsed = parseObject(text);
  const matched = parsed.ok ? matchKeys(parsed.entries, names) : parsed;
  if (!matched.ok) return { ok: false, reason: `the reply does not fit: ${matched.reason}` };
  const { values } = matched;
  return {
    ...matched,
    // Determined only where needed: most replies have no zero.
    ...(values.includes(0) && { resolution: lastDigit(text, values) }),
    ...(parsed.ok && { notes: [...parsed.notes, ...matched.notes] }),
  };
}

/**
 * The number that an object gives for each name. A key matches a name if it equals it exactly; or
 * else if it alone equals one of the remaining names, ignoring case and surrounding space; or else
 * ignoring typography too. There is no match if a name has no number, if two keys could be one
 * name, or if one key could be two.
 */
export function matchKeys(
  entries: ReadonlyMap<string, unknown>,
  names: readonly string[],
): NumberMatch {
  const exact = exactNumbers(entries, names);
  if (exact !== undefined) return { ok: true, values: exact, extras: [], notes: [] };
  const keys = new Map(names.filter((name) => entries.has(name)).map((name) => [name, name]));
  const notes: string[] = [];
  let left = Array.from(entries).flatMap(([key, value]): Numbers => {
    const number = keys.has(key) ? undefined : reportedNumber(value);
    return number === undefined ? [] : [[key, number]];
  });
  for (const fold of [caseFold, typographyFold]) {
    const folded = matchFolded(left, names, keys, fold);
    if (!folded.ok) return folded;
    left = folded.left;
    notes.push(...folded.notes);
  }
  const values: number[] = [];
  for (const name of names) {
    const key = keys.get(name);
    if (key === undefined) return { ok: false, reason: noNumberFor(name, left) };
    const value = entries.get(key);
    const number = reportedNumber(value);
    if (number === undefined)
      return { ok: false, reason: `its ${quote(name)} is not a finite number` };
    if (typeof value === "string") notes.push(`read ${quote(name)} from a string`);
    values.push(number);
  }
  return { ok: true, values, extras: left, notes };
}

type Numbers = [key: string, number: number][];

/** Adds to `keys` the remaining ones that equal one name after a fold, and returns the others. */
function matchFolded(
  keysLeft: Numbers,
  names: readonly string[],
  keys: Map<string, string>,
  fold: (label: string) => string,
): Read<{ readonly left: Numbers }> {
  if (keysLeft.length === 0) return { ok: true, left: [], notes: [] };
  const byFold = Map.groupBy(names, fold);
  const left: Numbers = [];
  const notes: string[] = [];
  for (const [key, number] of keysLeft) {
    const namesakes = byFold.get(fold(key)) ?? [];
    const [name, ...others] = namesakes.filter((one) => !keys.has(one));
    if (namesakes.length === 0) {
      left.push([key, number]);
    } else if (name !== undefined && others.length === 0) {
      keys.set(name, key);
      notes.push(`read the key ${quote(key)} as ${quote(name)}`);
    } else {
      return { ok: false, reason: cannotBeTold(key, namesakes) };
    }
  }
  return { ok: true, left, notes };
}

/**
 * The reason if a key could be several names, or a name that has a key already; it says what
 * differs.
 */
function cannotBeTold(key: string, names: readonly string[]): string {
  const [first = ""] = names;
  const differs = caseFold(key) === caseFold(first) ? "" : `: ${firstDifference(key, first)}`;
  return `the key ${quote(key)} cannot be told from ${names.map(quote).join(" or ")}${differs}`;
}

/** How many of the keys that match no name are shown. */
const SHOWN_KEYS = 3;

function noNumberFor(name: string, left: Numbers): string {
  const others = left.slice(0, SHOWN_KEYS).map(([key]) => quote(key));
  const more = left.length > SHOWN_KEYS ? " …" : "";
  const instead = others.length === 0 ? "" : `, but for ${others.join(", ")}${more}`;
  return `it has no number for ${quote(name)}${instead}`;
}

/** The numbers under the names if the object has exactly these keys, as nearly every one does. */
function exactNumbers(
  entries: ReadonlyMap<string, unknown>,
  names: readonly string[],
): readonly number[] | undefined {
  if (entries.size !== names.length || new Set(names).size !== names.length) return undefined;
  const values: number[] = [];
  for (const name of names) {
    const value = entries.get(name);
    if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
    values.push(value);
  }
  return values;
}

/** The finite number that a JSON value is, or spells as a string; `undefined` for anything else. */
function reportedNumber(value: unknown): number | undefined {
  const number = typeof value === "string" ? spelledNumber(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
