import { DEEPEST_JSON, isNestedTooDeep } from "@promptnce/core/json";
import { type Sentence, written } from "@promptnce/core/errors";
import { DataError } from "../errors.ts";
import { rowsOfJson } from "./json-rows.ts";
import { jsonValue } from "./json-value.ts";
import { AT_ONCE, pathsAmong, recordOf, type Records } from "../formats/records.ts";

/** The longest text that is read, in characters, since JSON has to be read whole. */
const LONGEST = 1 << 26;

interface JsonOptions {
  /** The file's name in errors. */
  readonly file: string;
  /** The list of rows, where the file has several. */
  readonly sheet?: string | undefined;
  /** The columns that are named, which may be paths of nested values. */
  readonly columns?: readonly string[];
}

/**
 * Yields the records of a JSON document, some at a time. It holds them in one of the ways that
 * {@link rowsOfJson} knows. Its text is held in memory.
 *
 * @throws DataError for what is no JSON, too long or nested too deep, and for JSON without rows or
 *   with several lists of them
 */
export async function* readJson(text: AsyncIterable<string>, options: JsonOptions): Records {
  const { file, sheet, columns = [] } = options;
  const named = pathsAmong(columns);
  const whole = await wholeText(text, file);
  const found = rowsOfJson(valueOf(whole, file), sheet);
  if ("lists" in found) throw unclear(file, found.lists, sheet);
  if (found.rows.length === 0)
    throw new DataError(
      `${file} holds no rows: give it a list of objects, such as [{"x": "a", "y": "b"}].`,
    );
  const lines = linesOfRows(whole, found.rows.length);
  for (let from = 0; from < found.rows.length; from += AT_ONCE) {
    const some = found.rows.slice(from, from + AT_ONCE);
    yield some.map((row, i) =>
      recordOf(row, { line: lines?.[from + i] ?? from + i + 1, file, named }),
    );
  }
}

async function wholeText(text: AsyncIterable<string>, file: string): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of text) {
    pieces.push(piece);
    length += piece.length;
    if (length <= LONGEST) continue;
    throw new DataError(
      `${file} holds more than ${LONGEST / (1 << 20)} million characters of JSON, which is read whole: write it as JSON lines, one object a line, as \`jq -c '.[]'\` does.`,
    );
  }
  return pieces.join("");
}

function valueOf(text: string, file: string): unknown {
  if (text.trim() === "") throw new DataError(`${file} is empty: give it a list of objects.`);
  if (isNestedTooDeep(text)) {
    throw new DataError(
      `${file} is nested more than ${DEEPEST_JSON} levels deep, which no table is: remove what is nested in it.`,
    );
  }
  try {
    return jsonValue(text);
  } catch (error) {
    const isLines = /^\s*\{.*\}\s*\n\s*\{/.test(text);
    const hint: Sentence = isLines
      ? (write) =>
          `it seems to be JSON lines, so say ${write("format", "jsonl")}, or name it .jsonl`
      : "write it again with a program that writes JSON";
    throw new DataError(
      (write) => `${file} is not JSON (${reasonOf(error)}): ${written(hint, write)}.`,
    );
  }
}

/** What the parser says, in one line, whatever it quotes. */
function reasonOf(error: unknown): string {
  return (error as Error).message.replaceAll(/\s+/g, " ");
}

/** So many lists are named in a sentence. */
const NAMED = 6;

function unclear(file: string, lists: readonly string[], sheet: string | undefined): DataError {
  const first = lists.slice(0, NAMED).map((list) => (list === "" ? "the file itself" : list));
  const left = lists.length - first.length;
  const named = left > 0 ? `${first.join(", ")} and ${left} others` : first.join(", ");
  if (sheet !== undefined)
    return new DataError(
      `${file} has no list of rows called ${sheet}; ${lists.length === 0 ? "it has none" : `it has ${named}`}.`,
    );
  return lists.length === 0
    ? new DataError(`${file} is JSON, but not a table: give a list of objects.`)
    : new DataError(
        (write) =>
          `${file} holds several lists of rows (${named}): name one with ${write("sheet", lists[0]!)}.`,
      );
}

/**
 * The lines on which the rows begin: those of the objects that stand in lists as deep as the first
 * one does. `undefined` if these are not as many as the rows.
 */
function linesOfRows(text: string, rows: number): readonly number[] | undefined {
  const lines: number[] = [];
  const open: string[] = [];
  let depth: number | undefined;
  let line = 1;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === "\n") line++;
    else if (character === '"') at = endOfString(text, at);
    else if (character === "{" || character === "[") {
      if (character === "{" && open.at(-1) === "[") depth ??= open.length;
      if (character === "{" && open.length === depth && open.at(-1) === "[") lines.push(line);
      open.push(character);
    } else if (character === "}" || character === "]") open.pop();
  }
  return lines.length === rows ? lines : undefined;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) {
    end = text.indexOf('"', end + 1);
  }
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === "\\") {
    backslashes++;
  }
  return backslashes % 2 === 1;
}
