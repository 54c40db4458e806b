import type { Reading } from "@promptnce/core";
import { jsonrepair } from "jsonrepair";
import { quote } from "../slots/quote.ts";
import { membersOf } from "./members.ts";
import { spelledNumber, spelledNumbers } from "./spelled-number.ts";

/** The reading of a part of a reply, with its notes, or the reason why it could not be read. */
export type Read<T> =
  | (T & Pick<Extract<Reading, { ok: true }>, "ok" | "notes" | "cut">)
  | Extract<Reading, { ok: false }>;

/**
 * The entries of an object as a map, since `__proto__` and `constructor` are possible labels; or
 * the reason why the value is not an object.
 */
type ParsedObject = Read<{ readonly entries: ReadonlyMap<string, unknown> }>;

/**
 * The longest text that is repaired, in characters: that of some thousand numbers. The time of a
 * repair grows with the square of the length.
 */
const MOST_REPAIRED = 50_000;

/**
 * The entries of one `{…}`: read as JSON or, if it is only nearly JSON, repaired, which is noted. A
 * repair may fix quotes, commas and comments; one that invents a number (jsonrepair completes `0.`
 * to `0.0`, `-` to `-0`) is refused. An object with two numbers under one key gives two answers and
 * is refused too.
 */
export function parseObject(text: string): ParsedObject {
  const flat = flatNumbers(text);
  if (flat !== undefined) return { ok: true, entries: flat, notes: [] };
  try {
    return withoutTwoAnswers(JSON.parse(text), text, []);
  } catch {
    return repairObject(text);
  }
}

/** The entries of the value of a JSON text, unless a key has two numbers. */
function withoutTwoAnswers(value: unknown, text: string, notes: readonly string[]): ParsedObject {
  const reported = new Map<string, { readonly member: unknown; readonly number: number }>();
  for (const [key, member] of membersOf(text)) {
    const number = typeof member === "string" ? spelledNumber(member) : member;
    if (number === undefined) continue;
    const before = reported.get(key)?.number ?? number;
    if (before !== number) {
      const reason = `it has two numbers for ${quote(key)}, ${before} and ${number}`;
      return { ok: false, reason };
    }
    reported.set(key, { member, number });
  }
  const entries = new Map(entriesOf(value));
  // Of two equal keys `JSON.parse` keeps the last, which may be no number.
  for (const [key, { member }] of reported) {
    entries.set(key, member);
  }
  return { ok: true, entries, notes };
}

function repairObject(text: string): ParsedObject {
  if (text.length > MOST_REPAIRED)
    return { ok: false, reason: "its JSON has a mistake, and is too long to be repaired" };
  let repaired: string;
  let value: unknown;
  try {
    repaired = jsonrepair(text);
    value = JSON.parse(repaired);
  } catch {
    return { ok: false, reason: "its JSON is beyond repair" };
  }
  if (madeUpANumber(text, value))
    return { ok: false, reason: "its JSON has a number that is not whole" };
  return withoutTwoAnswers(value, repaired, ["repaired what was nearly JSON"]);
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value ?? {}));
}

/**
 * Whether a repair invented a number: one that occurs less often in the original text than in the
 * value. −0, made of `-`, is not 0.
 */
function madeUpANumber(text: string, value: unknown): boolean {
  const spelled = (number: number): number | "-0" => (Object.is(number, -0) ? "-0" : number);
  const left = new Map<number | "-0", number>();
  for (const number of spelledNumbers(text).map(spelled)) {
    left.set(number, (left.get(number) ?? 0) + 1);
  }
  return numbersIn(value)
    .map(spelled)
    .some((number) => {
      const times = left.get(number) ?? 0;
      left.set(number, times - 1);
      return times === 0;
    });
}

/** Every number in a JSON value, including those in strings, at any depth. */
function numbersIn(value: unknown): readonly number[] {
  const numbers: number[] = [];
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    const number = typeof one === "string" ? spelledNumber(one) : one;
    if (typeof number === "number") numbers.push(number);
    else if (typeof one === "object" && one !== null)
      for (const inner of Object.values(one)) {
        left.push(inner);
      }
  }
  return numbers;
}

/**
 * One member of an object in the form that {@link flatNumbers} reads, with the comma or brace after
 * it.
 */
const member =
  // oxlint-disable-next-line no-control-regex -- JSON allows no control character in a string.
  /[ \t\n\r]*"([^"\\\u0000-\u001f\d][^"\\\u0000-\u001f]*)"[ \t\n\r]*:[ \t\n\r]*(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)[ \t\n\r]*([,}])/y;

/**
 * The entries of a JSON object that holds only numbers, as `JSON.parse` reads them but five times
 * as fast: V8 makes a hidden class for an object with new keys, as nearly every reply is.
 * `undefined` if the text is, or may be, anything else (a repeated key, a key with an escape, or
 * one that begins with a digit, which `JSON.parse` may move to the front).
 */
export function flatNumbers(text: string): ReadonlyMap<string, number> | undefined {
  if (!text.startsWith("{")) return undefined;
  const entries = new Map<string, number>();
  member.lastIndex = 1;
  for (;;) {
    const [, key, number, end] = member.exec(text) ?? [];
    if (key === undefined || entries.has(key)) return undefined;
    entries.set(key, Number(number));
    if (end === "}") return member.lastIndex === text.length ? entries : undefined;
  }
}
