import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { arrange } from "./sort-attempts.ts";
import type { Attempts } from "./attempt-row.ts";
import { ClassDataError } from "./errors.ts";
import { csvAttempts } from "./csv-attempts.ts";
import { jsonLinesAttempts } from "./json-lines-attempts.ts";
import { progsnap2 } from "./progsnap2.ts";
import { readText } from "./read-text.ts";

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
    return { ...attempts, rows: arrange(attempts.rows) };
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
  return { rows: arrange(rows), sources: [file.source], notes: [] };
}

/** @throws {ClassDataError} where the folder holds no main table, naming what it holds instead. */
async function refuseOtherFolder(path: string): Promise<void> {
  const held = await readdir(path);
  if (held.includes("MainTable.csv")) return;
  const attempts = held.filter((name) => /\.(csv|tsv|jsonl|ndjson)(\.gz)?$/i.test(name));
  const instead =
    attempts.length > 0
      ? `give the file of attempts, as ${join(basename(path), attempts[0] as string)}`
      : "check the path";
  throw new ClassDataError(`${basename(path)} is a folder without MainTable.csv, so no ProgSnap2 set: ${instead}.`);
}
