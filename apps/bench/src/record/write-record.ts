import { existsSync, readFileSync } from "node:fs";
import { hash } from "node:crypto";
import { join } from "node:path";
import { checkPlace, replaceFile } from "@promptnce/engine/files";
import { UsageError } from "@promptnce/command/errors";
import { drawFigure, page, type Table } from "@promptnce/report";
import Papa from "papaparse";
import packageJson from "../../package.json" with { type: "json" };
import { resultFiles } from "../output/result-files.ts";
import { removeEarlier } from "../output/write-run.ts";
import { findRecorded } from "../study/recorded-file.ts";
import { experiment } from "../run/record-options.ts";
import { recordPage } from "./record-page.ts";
import { type RecordSettings, recordFigures, recordTables, type ReplyRecord } from "./record.ts";

const option = "out";

/**
 * Checks that the record can be written to the folder.
 *
 * @throws UsageError if it would overwrite a run, PlaceError if the folder is not writable
 */
export function checkRecordOut(folder: string): void {
  const path = join(folder, "manifest.json");
  if (existsSync(path) && !isRecord(readFileSync(path, "utf8"))) {
    throw new UsageError(
      `--out: ${folder} holds a run of bench, which the record would write over; name another folder, as --out record`,
    );
  }
  for (const name of ["report.html", "manifest.json", "polls.csv"]) {
    checkPlace(join(folder, name), option);
  }
}

function isRecord(manifest: string): boolean {
  try {
    return (JSON.parse(manifest) as { experiment?: string }).experiment === experiment;
  } catch {
    return false;
  }
}

/**
 * Writes tables, figures, page and polls into the folder. Returns the tables and the names of the
 * files.
 */
export function writeRecord(
  folder: string,
  record: ReplyRecord,
  settings: RecordSettings,
): { readonly tables: readonly Table[]; readonly files: readonly string[] } {
  const tables = recordTables(record);
  const figures = recordFigures(record).flatMap(drawFigure);
  const files = resultFiles(tables, figures);
  files.set("polls.csv", pollsCsv(record));
  const manifest = {
    program: { name: packageJson.name, version: packageJson.version },
    experiment,
    ...record.resampling,
    sources: checksums(settings.data),
    leftOut: record.left,
    names: namesOf(record),
    files: [...files.keys(), "report.html", "manifest.json"],
  };
  files.set("report.html", page(recordPage(record, tables, figures, manifest)));
  for (const [name, text] of files) {
    replaceFile(join(folder, name), text, option);
  }
  removeEarlier(folder, manifest.files);
  replaceFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`, option);
  return { tables, files: manifest.files };
}

/** The models' names in the tables, by recorded name. */
function namesOf({ opinionQa, nouns }: ReplyRecord): Record<string, string> {
  const all = [...opinionQa, ...nouns].map(({ agreement: { replies } }) => [
    replies.recordedAs,
    replies.model,
  ]);
  return Object.fromEntries(all) as Record<string, string>;
}

/** The polled people as CSV, one row per label of a context. */
function pollsCsv({ polls }: ReplyRecord): string {
  const rows = polls.flatMap(({ people, counts }) =>
    Array.from(counts, ([context, labels]) => {
      const [question, attribute] = JSON.parse(context) as [string, string];
      return Array.from(labels, ([answer, count]) => [people, question, attribute, answer, count]);
    }).flat(),
  );
  const fields = ["polled", "question", "attribute", "answer", "people"];
  return `${Papa.unparse({ fields, data: rows }, { newline: "\n" })}\n`;
}

function checksums(folder: string): Record<string, string> {
  const names = [
    "opinionqa-questions",
    "opinionqa-people",
    "opinionqa-models",
    "nouns",
    "synthbench",
  ];
  const sums = names.flatMap((name) => {
    const path = findRecorded(folder, name);
    return path === undefined ? [] : [[name, hash("sha256", readFileSync(path))] as const];
  });
  return Object.fromEntries(sums);
}
