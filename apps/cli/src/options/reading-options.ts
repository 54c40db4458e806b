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
    "the format of the rows: csv, tsv, jsonl or parquet (default: by the file's name)",
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
};

/** The options that say how a file is read. */
export type GivenReading = OptionValues<typeof readingOptions>;

/** A file of rows, and how the options say that it is read. */
export function rowFile(path: string, { format, delimiter, encoding }: GivenReading): RowFile {
  return { path, format: inputFormat(path, format), delimiter, encoding };
}
