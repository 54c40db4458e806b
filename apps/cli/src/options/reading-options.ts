import { type OptionValues, option, someText, wholeNumber } from "#command/options";
import { z } from "zod";

const oneCharacter = z
  .string()
  .transform((text) => (text === "\\t" ? "\t" : text))
  .refine((text) => /^(?:[^"\r\n]|::)$/.test(text), "give one character, as ; or \\t, or ::")
  .meta({ type: "string" });

const headerLines: z.ZodType<number | "none"> = z.union([z.literal("none"), wholeNumber(1, 100)], {
  error: "give a number of lines, or none",
});

/** How a file of rows is read, where its name and its first lines do not tell. */
export const readingOptions = {
  format: option(
    "<name>",
    "the format of the rows: csv, tsv, txt, xlsx, json, jsonl or parquet (default: by the file's name)",
    someText,
  ),
  delimiter: option(
    "<character>",
    "the character between fields, or :: (default: by the format)",
    oneCharacter,
  ),
  encoding: option(
    "<name>",
    "the encoding of the rows, and of files of counts or labels that are not UTF-8, such as windows-1252 or utf-16le (default: by a byte order mark, else utf-8)",
    someText,
  ),
  skip: option(
    "<number>",
    "the number of lines above the header, such as a title or a licence (default: 0)",
    wholeNumber(0, 1e6),
  ),
  header: option(
    "<number>",
    'how many lines the header has, the first of which names the columns; with none, they are "column 1" and so on (default: 1)',
    headerLines,
  ),
  sheet: option(
    "<name>",
    "the sheet of a workbook, or the list of rows in a JSON document, such as response.data (default: the only one)",
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
  const { format, delimiter, encoding, skip, header, sheet } = given;
  return { format, delimiter, encoding, skip, header, sheet };
}
