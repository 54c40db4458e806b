import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { sortAttempts } from "./sort-attempts.ts";
import type { AttemptRow, Attempts } from "./attempt-row.ts";
import { ClassDataError } from "./errors.ts";
import { csvRecords, filledField } from "./csv-records.ts";
import { jsonLinesAttempts } from "./json-lines-attempts.ts";
import { progsnap2 } from "./progsnap2.ts";
import { readText, type TextFile } from "./read-text.ts";

/**
 * The attempts of a class: from a ProgSnap2 folder, or from a file by its ending: `.csv` or `.tsv`,
 * `.jsonl` or `.ndjson`, each also with `.gz`.
 *
 * @param events - Of a ProgSnap2 folder, the types of event that are attempts.
 * @throws {ClassDataError} where there is no such file, or naming file and line.
 */
export async function readAttempts(path: string, events?: readonly string[]): Promise<Attempts> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ClassDataError(`${basename(path)} cannot be read (${error.code}): check the path.`);
  });
  if (found.isDirectory()) {
    await refuseOtherFolder(path);
    const attempts = await progsnap2(path, events);
    return { ...attempts, rows: sortAttempts(attempts.rows) };
  }
  const [, ending] = /\.(csv|tsv|jsonl|ndjson)(?:\.gz)?$/i.exec(path) ?? [];
  if (ending === undefined) {
    throw new ClassDataError(
      `${basename(path)} is of no known kind: a file ends in .csv, .tsv, .jsonl or .ndjson (.gz or not), and a ProgSnap2 set is a folder.`,
    );
  }
  if (events !== undefined) {
    throw new ClassDataError(`${basename(path)} is a file: only a ProgSnap2 folder has events.`);
  }
  const file = await readText(path);
  const rows = /^(csv|tsv)$/i.test(ending) ? csvAttempts(file) : jsonLinesAttempts(file);
  return { rows: sortAttempts(rows), sources: [file.source], notes: [] };
}

/**
 * The attempts in a CSV file with the columns `student`, `task` and `code`, and `order` or `attempt`
 * where the lines are not in order. Other columns are passed over.
 */
function csvAttempts(file: TextFile): AttemptRow[] {
  return csvRecords(file, ["student", "task", "code"]).map((record) => ({
    student: filledField(record, "student"),
    task: filledField(record, "task"),
    code: record.fields.get("code") ?? "",
    place: record.place,
    order: record.fields.get("order"),
    attempt: record.fields.get("attempt"),
  }));
}

/** @throws {ClassDataError} where the folder holds no main table, naming what it holds instead. */
async function refuseOtherFolder(path: string): Promise<void> {
  const held = await readdir(path);
  if (held.includes("MainTable.csv")) return;
  const file = held.find((name) => /\.(csv|tsv|jsonl|ndjson)(\.gz)?$/i.test(name));
  const instead = file ? `give the file of attempts, as ${join(basename(path), file)}` : "check the path";
  throw new ClassDataError(`${basename(path)} is a folder without MainTable.csv, so no ProgSnap2 set: ${instead}.`);
}
