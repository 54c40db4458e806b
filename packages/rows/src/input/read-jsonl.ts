import { DataError } from "../errors.ts";
import type { FileRecord, Records } from "./records.ts";

/**
 * The records of JSON lines, one object a line; empty lines are passed over. Numbers, as they are
 * written, `true` and `false` count as their text; `null` as absent.
 *
 * @throws DataError naming the line: no JSON, no object, or nothing in the file at all.
 */
export async function* readJsonLines(text: AsyncIterable<string>, file: string): Records {
  let rest = "";
  let line = 1;
  let some = false;
  const read = (lines: readonly string[]): FileRecord[] => {
    const records: FileRecord[] = [];
    for (const one of lines) {
      const at = line++;
      if (one.trim() !== "") records.push(recordOf(one, at, file));
    }
    some ||= records.length > 0;
    return records;
  };
  for await (const piece of text) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    const records = read(lines);
    if (records.length > 0) yield records;
  }
  const last = read([rest]);
  if (last.length > 0) yield last;
  if (!some) throw new DataError(`${file} is empty: give it one JSON object a line.`);
}

/** A number that JavaScript would write in another way: too long, with a fraction or an exponent. */
const unusual = /\d{16}|\d[.eE]/;

/** A line of JSON with such numbers as they are written: an id of 20 digits is not to be rounded. */
function parsed(line: string): unknown {
  if (!unusual.test(line)) return JSON.parse(line);
  const asWritten = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === "number" ? (context?.source ?? value) : value;
  return JSON.parse(line, asWritten);
}

function recordOf(text: string, line: number, file: string): FileRecord {
  let object: unknown;
  try {
    object = parsed(text);
  } catch {
    throw new DataError(`${file}, line ${line}: is not JSON; give one object a line.`);
  }
  if (typeof object !== "object" || object === null || Array.isArray(object)) {
    throw new DataError(`${file}, line ${line}: is JSON but no object; give one object a line.`);
  }
  const entries = new Map<string, unknown>(Object.entries(object));
  return {
    line,
    get columns() {
      return [...entries.keys()];
    },
    value(column) {
      const value = entries.get(column);
      if (value === undefined || value === null) return undefined;
      if (typeof value !== "object") return String(value as string | number | boolean);
      throw new DataError(`${file}, line ${line}: ${column} is no text but ${JSON.stringify(value).slice(0, 40)}.`);
    },
  };
}
