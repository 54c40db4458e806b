import { extname } from "node:path";
import { OptionError } from "@promptnce/core/errors";

const inputFormats = ["csv", "tsv", "jsonl"] as const;
const outputFormats = ["csv", "tsv", "jsonl", "parquet"] as const;

/** What rows may come in. */
export type InputFormat = (typeof inputFormats)[number];
/** What results may go out in. */
export type OutputFormat = (typeof outputFormats)[number];

/**
 * The format of rows: as named, or by the file's extension; CSV from standard input.
 *
 * @throws OptionError for another name or extension.
 */
export function inputFormat(path: string, named: string | undefined): InputFormat {
  if (/\.(xls[xmb]?|ods|numbers)$/i.test(path))
    throw new OptionError("path", `${path} ${SAVE_AS_CSV}`);
  return chosen(path, named, "format", inputFormats);
}

/** The format of results, in the same way; CSV on standard output. */
export function outputFormat(path: string, named: string | undefined): OutputFormat {
  return chosen(path, named, "outFormat", outputFormats);
}

/** The format of a result that is read, which its name alone tells; an OptionError where that does not. */
export function resultFormat(path: string): OutputFormat {
  const format = toldByName(path);
  if (format !== undefined) return format;
  throw new OptionError(
    "path",
    `the name ${path} does not tell a format; results end in ${outputFormats.map((one) => `.${one}`).join(", ")}`,
  );
}

/** What parts the fields of delimited text. */
export function delimiterOf(format: OutputFormat): string {
  return format === "tsv" ? "\t" : ",";
}

/** By the extension, which has two usual names besides those of the formats. */
function toldByName(path: string): OutputFormat | undefined {
  const extension = extname(path).slice(1).toLowerCase();
  const name = { tab: "tsv", ndjson: "jsonl" }[extension] ?? extension;
  return outputFormats.find((format) => format === name);
}

/** What to do with the file of a spreadsheet, which no row can be read from. */
export const SAVE_AS_CSV: string =
  "is a spreadsheet's own file: open it there, take File > Save As (or Download), choose CSV UTF-8, and give that file";

function chosen<F extends string>(
  path: string,
  named: string | undefined,
  option: string,
  known: readonly F[],
): F {
  const name = named ?? (path === "-" ? "csv" : toldByName(path));
  const format = known.find((one) => one === name);
  if (format !== undefined) return format;
  const problem =
    named === undefined ? `the name ${path} does not tell a format` : `there is no ${named} here`;
  throw new OptionError(option, `${problem}; say one of ${known.join(", ")}`);
}
