import { existsSync } from "node:fs";
import { columnNames, listOf, mapOf, option, someText } from "#command/options";
import type { Codebook } from "@promptnce/rows";
import { z } from "zod";

/** A value of a column, or several. */
const values: z.ZodType<readonly string[]> = z.preprocess(
  (given) => (typeof given === "string" ? [given] : given),
  z.array(z.string("give a text"), "give a value or a list of values").min(1, "nothing is given"),
);

/** `--where COLUMN=VALUE`: which rows are read. */
export const where = option(
  "<column=value>",
  "read only rows with this value in a column; again for another value, or another column",
  mapOf(values),
);

const codes = mapOf(z.union([someText, z.record(someText, someText)], "give a label"));

/** A file of labels, or the labels that codes stand for. */
const labelsOrCodes: z.ZodType<string | Codebook> = z.preprocess(
  (given) => (typeof given === "string" && isEntry(given) ? codes.parse(given) : given),
  z.union([someText, codes], "give a file of labels, or a label for each code"),
);

/** Whether a text is `CODE=LABEL`, and not the name of a file. */
function isEntry(text: string): boolean {
  return text.includes("=") && !existsSync(text);
}

/** `--labels FILE`, or `--labels CODE=LABEL` for each code. */
export const labels = option(
  "<file>",
  "the file that lists all labels, one per line (default: those in the rows); or CODE=LABEL, once for each code in the rows",
  labelsOrCodes,
);

/** `--questions COLUMNS`; a study may give the questions' texts by their columns. */
export const questions = option(
  "<columns>",
  "the columns of answers, one for each question, named after it: the context is then question",
  z.union([columnNames, z.record(someText, someText)], "give columns, or a text for each column"),
);

/** `--missing TEXTS`: which texts are no values. */
export const missing = option(
  "<texts>",
  "texts that mean no answer, besides NA, N/A, NaN, NULL and the like; only,-99 means -99 and none of these",
  listOf(someText),
);
