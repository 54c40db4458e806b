import { DEEPEST_JSON, isNestedTooDeep } from "@promptnce/core";
import { DataError } from "../errors.ts";
import { recordOf, type Records } from "./records.ts";

/**
 * The records of JSON lines, one object a line; empty lines are passed over. Numbers, as they are written, `true` and
 * `false` count as their text; `null` as absent. A DataError names the line of what is wrong.
 */
export async function* readJsonLines(text: AsyncIterable<string>, file: string): Records {
  let line = 0;
  let some = false;
  for await (const lines of linesOf(text)) {
    const records = lines.flatMap((one) => {
      line++;
      return one.trim() === ""
        ? []
        : [recordOf(objectIn(one, `${file}, line ${line}`), line, file)];
    });
    if (records.length > 0) yield records;
    some ||= records.length > 0;
  }
  if (!some) throw new DataError(`${file} is empty: give it one JSON object a line.`);
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = "";
  for await (const piece of text) {
    const lines = piece.split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? "";
    yield lines;
  }
  yield [rest];
}

function objectIn(line: string, where: string): object {
  let value: unknown;
  try {
    // What is nested too deep, which is said below, would exhaust the stack of a reviver.
    const revive = unusual.test(line) && !isNestedTooDeep(line);
    value = JSON.parse(line, revive ? asWritten : undefined);
  } catch {
    throw new DataError(`${where}: is not JSON; give one object a line.`);
  }
  if (isNestedTooDeep(line)) {
    throw new DataError(
      `${where}: is nested more than ${DEEPEST_JSON} levels deep, and no table is; take the line out, or what is nested in it.`,
    );
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new DataError(`${where}: is JSON but no object; give one object a line.`);
}

/** A number that JavaScript would write in another way: too long, with a fraction or an exponent. */
const unusual = /\d{16}|\d[.eE]/;

/** A number as its text: an id of 20 digits is not to be rounded. */
function asWritten(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === "number" && context?.source !== String(value)
    ? (context?.source ?? value)
    : value;
}
