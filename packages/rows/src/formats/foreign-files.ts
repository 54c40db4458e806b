/** Advice for a spreadsheet's own file, from which no row can be read. */
export const SAVE_AS: string =
  "is a spreadsheet's own file: open it there, take File > Save As (or Download), choose Excel Workbook (.xlsx) or CSV UTF-8, and give that file";

/** What to do about files of other programs, by the ends of their names. */
const FOREIGN: readonly (readonly [ends: string, advice: string])[] = [
  ["xls xlsb ods numbers", SAVE_AS],
  [
    "sav zsav por",
    "is a file of SPSS, which is not read here: write it as CSV with the labels of its values, in SPSS by File > Export > CSV Data, in R by write.csv(haven::as_factor(haven::read_spss(FILE)), CSV), or by pspp-convert, and give that file",
  ],
  [
    "dta",
    "is a file of Stata, which is not read here: write it as CSV with the labels of its values, in Stata by export delimited, in R by write.csv(haven::as_factor(haven::read_dta(FILE)), CSV), and give that file",
  ],
  [
    "sas7bdat xpt",
    "is a file of SAS, which is not read here: write it as CSV, in SAS by proc export, in R by write.csv(haven::read_sas(FILE), CSV), and give that file",
  ],
  [
    "rds rda rdata",
    "is a file of R's own: write it as CSV, by write.csv(DATA, CSV, row.names = FALSE), and give that file",
  ],
  [
    "feather arrow ipc avro orc",
    "is a file of columns, of which only Parquet is read here: write it as Parquet, and give that file",
  ],
  [
    "db sqlite sqlite3 duckdb",
    "is a database: write the rows that you want as CSV, and give that file",
  ],
  ["zip 7z rar tar tgz bz2 xz zst", "is an archive: unpack it, and give the file of rows within"],
  [
    "pdf doc docx html htm",
    "is a document: copy its table into a spreadsheet, save that as CSV, and give that file",
  ],
];

/** What to do about text that is no table, by how it begins. */
const CONTENTS: readonly (readonly [start: RegExp, advice: string])[] = [
  [
    /^\s*<(?:!doctype|html|\?xml)\b/i,
    "is a page of the web or XML, and no table: a link to download may have led to a page that asks to sign in",
  ],
  [
    /^version https:\/\/git-lfs\b/,
    "is a pointer of Git LFS, which stands for the file itself: run git lfs pull, or download it from the repository's page",
  ],
  [
    /^#FORMAT=WebAnno TSV/,
    "is a document of INCEpTION or WebAnno with a line for each token: write a table with a row for each annotation, with its text and its label",
  ],
];

/** What to do about text that is no table; `undefined` for any other. */
export function foreignContent(start: string): string | undefined {
  return CONTENTS.find(([pattern]) => pattern.test(start))?.[1];
}

/** What to do about a file of another program, by its name; `undefined` for any other. */
export function foreignAdvice(path: string): string | undefined {
  const end = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase();
  return FOREIGN.find(([ends]) => end !== undefined && ends.split(" ").includes(end))?.[1];
}
