import { DEEPEST_JSON, isNestedTooDeep, isObject } from "@promptnce/core/json";
import { DataError } from "../errors.ts";
import { jsonValue } from "./json-value.ts";
import { evenLineEnds, wholeLineEnds } from "../formats/line-ends.ts";
import { pathsAmong, recordOf, type Records } from "../formats/records.ts";

/**
 * Yields the records of JSON lines, one object a line, some at a time. Empty lines are skipped.
 * Numbers are kept as written; `true` and `false` count as text, and `null` as absent.
 *
 * @param columns The columns that are named, which may be paths of nested values.
 * @throws DataError, with file and line, for a line that is no JSON object or is nested too deep,
 * or for an empty file.
 */
export async function* readJsonLines(
  text: AsyncIterable<string>,
  file: string,
  columns: readonly string[] = [],
): Records {
  const named = pathsAmong(columns);
  let line = 0;
  let hasRecords = false;
  for await (const lines of linesOf(text)) {
    const records = lines.flatMap((one) => {
      line++;
      return one.trim() === ""
        ? []
        : [recordOf(objectIn(one, `${file}, line ${line}`), { line, file, named })];
    });
    if (records.length > 0) yield records;
    hasRecords ||= records.length > 0;
  }
  if (!hasRecords) throw new DataError(`${file} is empty: give it one JSON object per line.`);
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
    value = jsonValue(line);
  } catch {
    const what = /^\s*\{\s*'/.test(line)
      ? "is a Python dict, not JSON; write it with json.dumps"
      : "is not JSON; write one object per line";
    throw new DataError(`${where}: ${what}.`);
  }
  if (isNestedTooDeep(line)) {
    throw new DataError(
      `${where}: is nested more than ${DEEPEST_JSON} levels deep, which no table is; remove the line, or what is nested in it.`,
    );
  }
  if (isObject(value)) return value;
  throw new DataError(`${where}: is JSON, but not an object; write one object per line.`);
}
