/** Advice for a spreadsheet's own file, from which no row can be read. */
const SAVE_AS =
  "is a spreadsheet's own file: open it there, take File > Save As (or Download), choose Excel Workbook (.xlsx) or CSV UTF-8, and give that file";

const SPSS =
  "is a file of SPSS, which is not read here: write it as CSV with the labels of its values, in SPSS by File > Export > CSV Data, in R by write.csv(haven::as_factor(haven::read_spss(FILE)), CSV), or by pspp-convert, and give that file";
const STATA =
  "is a file of Stata, which is not read here: write it as CSV with the labels of its values, in Stata by export delimited, in R by write.csv(haven::as_factor(haven::read_dta(FILE)), CSV), and give that file";
const DATABASE = "is a database: write the rows that you want as CSV, and give that file";
const ARCHIVE = "is an archive: unpack it, and give the file of rows within";
const DOCUMENT =
  "is a document: copy its table into a spreadsheet, save that as CSV, and give that file";

const XML =
  "is XML, not a table: export CSV or JSON from the program that wrote it; where it was downloaded, look into it, since it may say why there was no table";
const SPANS =
  "holds annotations of parts of a text: write a table with a row for each annotation, with its text and its label";

/** What to do about files of other programs, by the ends of their names. */
const FOREIGN: readonly (readonly [ends: string, advice: string])[] = [
  ["xls xlsb ods numbers", SAVE_AS],
  ["sav zsav por", SPSS],
  ["dta", STATA],
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
  ["db sqlite sqlite3 duckdb", DATABASE],
  ["zip 7z rar tar tgz bz2 xz zst", ARCHIVE],
  ["pdf doc docx html htm", DOCUMENT],
  ["ann conll conllu", SPANS],
  ["xml", XML],
];

/** What to do about a file that is no table, by its first bytes, each read as a character. */
const CONTENTS: readonly (readonly [start: RegExp, advice: string])[] = [
  [/^\s*<\?xml[^>]*>\s*<\?mso-application progid="Excel/, SAVE_AS],
  [/^\s*<stata_dta>/, STATA],
  [
    /^(?:\s|<!--.*?-->)*<(?:!doctype\s+html|(?:html|head|title|meta|body|script|div|table|style|link)\b)/is,
    "is an HTML page, not a table: probably a page to sign in or to download from, which was saved instead. Open it in a browser to see what it says, download the table itself, and give that file",
  ],
  [
    /^(?:From: <Saved by |MIME-Version: 1\.0)/,
    "is a web page that a browser saved, not a table: download the table itself, or copy it into a spreadsheet, save that as CSV, and give that file",
  ],
  [/^(?:\s|<!--.*?-->)*<(?:\?xml|!doctype|error|svg)\b/is, XML],
  [
    /^(?:404: Not Found|Not Found|Access Denied|Forbidden|Unauthorized)\s*$/i,
    "is not a table but what a server said instead of sending it: check the address, download the file again, and give that",
  ],
  [
    /^version https:\/\/git-lfs\b/,
    "is a pointer of Git LFS, which stands for the file itself: run git lfs pull, or download it from the repository's page",
  ],
  [/^#FORMAT=WebAnno TSV/, SPANS],
  [/^(?:%PDF-|\{\\rtf)/, DOCUMENT],
  // A compound file, as spreadsheets wrote before they took to archives.
  [/^\xD0\xCF.\xE0/, SAVE_AS],
  [/^\$FL[23]@\(#\)/, SPSS],
  [/^SQLite format 3\0/, DATABASE],
  [/^(?:BZh[1-9]1AY&SY|7z\xBC\xAF|\xFD7zXZ\0|\x28\xB5\x2F\xFD|Rar!)/, ARCHIVE],
  [/^(?:\x89PNG|GIF8[79]a|\xFF\xD8\xFF)/, "is a picture: give its table as CSV"],
];

/** As many bytes as tell what a file is. */
export const TELLING: number = 1 << 10;

/** What to do about a file that is no table, by its first bytes; `undefined` for any other. */
export function foreignContent(start: Uint8Array): string | undefined {
  const text = Buffer.from(start.subarray(0, TELLING)).toString("latin1");
  const unmarked = text.replace(/^\xEF\xBB\xBF/, "");
  return CONTENTS.find(([pattern]) => pattern.test(unmarked))?.[1];
}

/** What to do about a file of another program, by its name; `undefined` for any other. */
export function foreignAdvice(path: string): string | undefined {
  const end = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase();
  return FOREIGN.find(([ends]) => end !== undefined && ends.split(" ").includes(end))?.[1];
}
