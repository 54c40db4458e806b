import { type OptionValues, option, someText } from "#command/options";
import { inputFormat, type RowFile } from "@promptnce/rows/input";
import { z } from "zod";

const oneCharacter = z
  .string()
  .transform((text) => (text === "\\t" ? "\t" : text))
  .refine((text) => /^[^"\r\n]$/.test(text), "give one character, as ; or \\t")
  .meta({ type: "string" });

/** How a file of rows is read, where its name and its first lines do not tell. */
export const readingOptions = {
  format: option(
    "<name>",
    "the format of the rows: csv, tsv, json, jsonl or parquet (default: by the file's name)",
    someText,
  ),
  delimiter: option(
    "<character>",
    "the character between fields (default: by the format)",
    oneCharacter,
  ),
  encoding: option(
    "<name>",
    "the encoding of the rows, such as windows-1252 or utf-16le (default: by a byte order mark, else utf-8)",
    someText,
  ),
  sheet: option(
    "<name>",
    "the list of rows of a JSON document, as response.data (default: the only one)",
    someText,
  ),
};

/** The values of the options that say how a file is read. */
export type ReadingValues = {
  readonly [O in keyof OptionValues<typeof readingOptions>]?:
    | OptionValues<typeof readingOptions>[O]
    | undefined;
};

/** The values among those of other options. */
export function readingOf(given: ReadingValues): ReadingValues {
  const { format, delimiter, encoding, sheet } = given;
  return { format, delimiter, encoding, sheet };
}

/** A file of rows, and how the options say that it is read. */
export function rowFile(path: string, given: ReadingValues): RowFile {
  return { ...readingOf(given), path, format: inputFormat(path, given.format) };
}
