import { extname } from "node:path";
import { OptionError } from "@promptnce/core/errors";

const written = ["csv", "tsv", "jsonl", "parquet"] as const;

/** A format in which rows are read and results written. */
export type TableFormat = (typeof written)[number];

/** A format in which rows are read. */
export type InputFormat = TableFormat | "json";

const read: readonly InputFormat[] = [...written, "json"];

/**
 * The format of a file of rows: the one named or else the one of its extension; CSV for standard
 * input (`-`).
 *
 * @throws OptionError for an unknown name or extension, and for a spreadsheet's own file.
 */
export function inputFormat(path: string, named: string | undefined): InputFormat {
  if (/\.(xls[xmb]?|ods|numbers)$/i.test(path))
    throw new OptionError("path", `${path} ${SAVE_AS_CSV}`);
  return chosen(path, { named, formats: read, option: "format" });
}

/**
 * The format of a result: the one named or else the one of its extension; CSV for standard output
 * (`-`).
 *
 * @throws OptionError for an unknown name or extension.
 */
export function outputFormat(path: string, named: string | undefined): TableFormat {
  return chosen(path, { named, formats: written, option: "outFormat" });
}

/**
 * The format of a result that is read, by its extension; an OptionError if the extension is
 * unknown.
 */
export function resultFormat(path: string): TableFormat {
  const format = toldByName(path, written);
  if (format !== undefined) return format;
  throw new OptionError(
    "path",
    `the name ${path} does not tell a format; results end in ${written.map((one) => `.${one}`).join(", ")}`,
  );
}

/** The separator of fields in delimited text. */
export function delimiterOf(format: InputFormat): string {
  return format === "tsv" ? "\t" : ",";
}

/** The format of an extension; `.tab` and `.ndjson` are common names too. */
function toldByName<F extends InputFormat>(path: string, formats: readonly F[]): F | undefined {
  const extension = extname(path).slice(1).toLowerCase();
  const name = { tab: "tsv", ndjson: "jsonl" }[extension] ?? extension;
  return formats.find((format) => format === name);
}

/** Advice for a spreadsheet's own file, from which no row can be read. */
export const SAVE_AS_CSV: string =
  "is a spreadsheet's own file: open it there, take File > Save As (or Download), choose CSV UTF-8, and give that file";

function chosen<F extends InputFormat>(
  path: string,
  given: {
    readonly named: string | undefined;
    readonly formats: readonly F[];
    readonly option: string;
  },
): F {
  const { named, formats, option } = given;
  const name = named ?? (path === "-" ? "csv" : toldByName(path, formats));
  const format = formats.find((one) => one === name);
  if (format !== undefined) return format;
  const problem =
    named === undefined ? `the name ${path} does not tell a format` : `there is no ${named} here`;
  throw new OptionError(option, `${problem}; say one of ${formats.join(", ")}`);
}
