import { fold } from "../slots/fold.ts";
import { quote } from "../slots/quote.ts";
import { reportedNumber } from "./reported-number.ts";

/** The numbers an object reports, sorted by what was asked for. */
export type Matched =
  | {
      readonly ok: true;
      /** The number for each name, in the order asked. */
      readonly values: readonly number[];
      /** The numbers under other keys. What is not a number there is passed over: notes. */
      readonly extras: readonly (readonly [key: string, value: number])[];
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/**
 * The number that an object gives for each of the names. A key is a name if it is exactly equal,
 * or else if it alone is equal ignoring case and surrounding space to one name left over. It is
 * no match where a name has no number, or where two keys could be one name or one key two names.
 */
export function matchKeys(entries: ReadonlyMap<string, unknown>, names: readonly string[]): Matched {
  const keys = new Map<string, string>();
  for (const name of names) if (entries.has(name)) keys.set(name, name);

  const extras: [string, number][] = [];
  const notes: string[] = [];
  const left = Array.from(entries).filter(([key]) => !keys.has(key));
  const byFold = left.length === 0 ? new Map<string, string[]>() : Map.groupBy(names, fold);
  for (const [key, value] of left) {
    const number = reportedNumber(value);
    if (number === undefined) continue;
    const namesakes = byFold.get(fold(key)) ?? [];
    const free = namesakes.filter((name) => !keys.has(name));
    const [name] = free;
    if (namesakes.length === 0) {
      extras.push([key, number.value]);
    } else if (name !== undefined && free.length === 1) {
      keys.set(name, key);
      notes.push(`read the key ${quote(key)} as ${quote(name)}`);
    } else {
      const meant = namesakes.map(quote).join(" or ");
      return { ok: false, reason: `the key ${quote(key)} cannot be told from ${meant}` };
    }
  }
  return collect(entries, names, keys, extras, notes);
}

function collect(
  entries: ReadonlyMap<string, unknown>,
  names: readonly string[],
  keys: ReadonlyMap<string, string>,
  extras: readonly (readonly [string, number])[],
  notes: readonly string[],
): Matched {
  const values: number[] = [];
  const spelled: string[] = [];
  for (const name of names) {
    const key = keys.get(name);
    if (key === undefined) return { ok: false, reason: `it has no number for ${quote(name)}` };
    const number = reportedNumber(entries.get(key));
    if (number === undefined) {
      return { ok: false, reason: `its ${quote(name)} is not a finite number` };
    }
    if (number.spelled) spelled.push(`read ${quote(name)} from a string`);
    values.push(number.value);
  }
  return { ok: true, values, extras, notes: [...notes, ...spelled] };
}
