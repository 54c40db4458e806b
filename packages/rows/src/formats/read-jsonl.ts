import { DEEPEST_JSON, isNestedTooDeep } from "@promptnce/core";
import { DataError } from "../errors.ts";
import { evenLineEnds, wholeLineEnds } from "./line-ends.ts";
import { recordOf, type Records } from "./records.ts";

/**
 * Yields the records of JSON lines, one object a line, some at a time. Empty lines are skipped.
 * Numbers are kept as written; `true` and `false` count as text, and `null` as absent.
 *
 * @throws DataError, with file and line, for a line that is no JSON object or is nested too deep,
 * or for an empty file.
 */
export async function* readJsonLines(text: AsyncIterable<string>, file: string): Records {
  let line = 0;
  let hasRecords = false;
  for await (const lines of linesOf(text)) {
    const records = lines.flatMap((one) => {
      line++;
      return one.trim() === ""
        ? []
        : [recordOf(objectIn(one, `${file}, line ${line}`), line, file)];
    });
    if (records.length > 0) yield records;
    hasRecords ||= records.length > 0;
  }
  if (!hasRecords) throw new DataError(`${file} is empty: give it one JSON object a line.`);
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = "";
  for await (const piece of wholeLineEnds(text)) {
    const lines = evenLineEnds(piece).split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? "";
    yield lines;
  }
  yield [rest];
}

function objectIn(line: string, where: string): object {
  let value: unknown;
  try {
    // A reviver would exhaust the stack on a line that is nested too deep; such a line is refused
    // below.
    const revive = unusual.test(line) && !isNestedTooDeep(line);
    value = JSON.parse(line, revive ? asWritten : undefined);
  } catch {
    throw new DataError(`${where}: is not JSON; give one object a line.`);
  }
  if (isNestedTooDeep(line)) {
    throw new DataError(
      `${where}: is nested more than ${DEEPEST_JSON} levels deep, which no table is; remove the line, or what is nested in it.`,
    );
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new DataError(`${where}: is JSON but no object; give one object a line.`);
}

/**
 * Matches numbers that JavaScript might write differently: those with 16 digits, a fraction or an
 * exponent.
 */
const unusual = /\d{16}|\d[.eE]/;

/** A number as its source text, so that an id of 20 digits is not rounded. */
function asWritten(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === "number" && context?.source !== String(value)
    ? (context?.source ?? value)
    : value;
}
