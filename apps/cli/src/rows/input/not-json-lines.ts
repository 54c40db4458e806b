import { DataError } from "../../terminal/data-error.ts";

/**
 * The text, unless it begins with a JSON object as JSON lines do: what a reader of CSV says of those
 * helps nobody.
 *
 * @throws DataError where it does.
 */
export async function* notJsonLines(text: AsyncIterable<string>, file: string): AsyncGenerator<string> {
  let begun = false;
  for await (const piece of text) {
    if (!begun && piece.trim() !== "") {
      begun = true;
      if (isObject(piece.trimStart().split("\n", 1)[0] ?? "")) {
        throw new DataError(
          `${file}, line 1: is JSON lines, not delimited text; say so with --format jsonl, or name the file .jsonl.`,
        );
      }
    }
    yield piece;
  }
}

function isObject(line: string): boolean {
  if (!line.startsWith("{")) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
