import { extname } from "node:path";
import { OptionError } from "@promptnce/core/errors";
import { foreignAdvice } from "./foreign-files.ts";

const written = ["csv", "tsv", "jsonl", "parquet"] as const;

/** A format in which rows are read and results written. */
export type TableFormat = (typeof written)[number];

/** A format in which rows are read. */
export type InputFormat = TableFormat | "json" | "txt" | "xlsx";

const read: readonly InputFormat[] = [...written, "json", "txt", "xlsx"];

/**
 * The format of a file of rows: the one named or else the one of its extension, also before `.gz`;
 * CSV for standard input (`-`).
 *
 * @throws OptionError for an unknown name or extension, and for a file of another program.
 * @example
 * inputFormat("pairs.tsv.gz", undefined); // → "tsv"
 */
export function inputFormat(path: string, named: string | undefined): InputFormat {
  const advice = named === undefined ? foreignAdvice(path) : undefined;
  if (advice !== undefined) throw new OptionError("path", `${path} ${advice}`);
  return chosen(path.replace(/\.gz$/i, ""), { named, formats: read, option: "format" });
}

/**
 * The format of a result: the one named or else the one of its extension; CSV for standard output
 * (`-`).
 *
 * @throws OptionError for an unknown name or extension.
 * @example
 * outputFormat("pairs.scored.parquet", undefined); // → "parquet"
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
    `the name ${path} does not say which format to use; results end in ${written.map((one) => `.${one}`).join(", ")}`,
  );
}

/** Whether a format is read as delimited text, as a workbook's sheet is. */
export function isDelimited(format: InputFormat): boolean {
  return ["csv", "tsv", "txt", "xlsx"].includes(format);
}

/** The separator of fields in delimited text; of `txt` only its lines tell. */
export function delimiterOf(format: InputFormat): string {
  return format === "tsv" ? "\t" : ",";
}

/** The format of an extension, under each of its common names. */
function toldByName<F extends InputFormat>(path: string, formats: readonly F[]): F | undefined {
  const extension = extname(path).slice(1).toLowerCase();
  const name = NAMES[extension] ?? extension;
  return formats.find((format) => format === name);
}

const NAMES: Readonly<Record<string, InputFormat>> = {
  tab: "tsv",
  ndjson: "jsonl",
  manifest: "jsonl",
  pq: "parquet",
  dat: "txt",
  asc: "txt",
  xlsm: "xlsx",
};

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
    named === undefined
      ? `the name ${path} does not say which format to use`
      : `there is no ${named} here`;
  throw new OptionError(option, `${problem}; say one of ${formats.join(", ")}`);
}
