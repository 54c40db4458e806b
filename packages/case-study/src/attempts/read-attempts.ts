import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { DEEPEST_JSON, isNestedTooDeep } from "@promptnce/core/json";
import { sortAttempts } from "./sort-attempts.ts";
import type { AttemptRow, Attempts } from "./attempt-row.ts";
import { ClassDataError } from "./errors.ts";
import { csvRecords, filledField } from "./csv-records.ts";
import { progsnap2 } from "./progsnap2.ts";
import { readText, type TextFile } from "./read-text.ts";

/**
 * The attempts of a class: from a ProgSnap2 folder, or from a file by its ending: `.csv` or `.tsv`,
 * `.jsonl` or `.ndjson`, each also with `.gz`.
 * @param events of a ProgSnap2 folder, the types of event that are attempts
 * @throws ClassDataError where there is no such file, or naming file and line
 * @example
 * import { writeFileSync } from "node:fs";
 * writeFileSync("attempts.csv", "student,task,code\nann,sum,a + b\nben,sum,sum(ab)\n");
 * const { rows } = await readAttempts("attempts.csv");
 * rows[0]; // → { student: "ann", task: "sum", code: "a + b" }
 */
export async function readAttempts(path: string, events?: readonly string[]): Promise<Attempts> {
  const name = basename(path);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new ClassDataError(`${name} cannot be read (${error.code}): check the path.`);
  });
  if (found.isDirectory()) {
    await refuseOtherFolder(path);
    const attempts = await progsnap2(path, events);
    return { ...attempts, rows: sortAttempts(attempts.rows) };
  }
  const [, ending] = /\.(csv|tsv|jsonl|ndjson)(?:\.gz)?$/i.exec(path) ?? [];
  if (ending === undefined) {
    const kinds =
      "a file ends in .csv, .tsv, .jsonl or .ndjson (.gz or not), and a ProgSnap2 set is a folder";
    throw new ClassDataError(`${name} is of no known kind: ${kinds}.`);
  }
  if (events !== undefined)
    throw new ClassDataError(`${name} is a file: only a ProgSnap2 folder has events.`);
  const file = await readText(path);
  const rows = /^(csv|tsv)$/i.test(ending) ? csvAttempts(file) : jsonLinesAttempts(file);
  return { rows: sortAttempts(rows), sources: [file.source], notes: [] };
}

/**
 * Columns `student`, `task`, `code`, and `order` or `attempt` where lines are not in order; others
 * are passed over.
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

/**
 * The attempts in a file of JSON lines, one object an attempt: `student`, `assignment` or `task`,
 * `code`, and `attempt` or `order` where the lines are not in order, as IntroClass is packed. Other
 * fields are passed over.
 */
function jsonLinesAttempts({ file, text }: TextFile): AttemptRow[] {
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    const place = `${file}, line ${i + 1}`;
    const record = fieldsOf(line, place);
    const textOf = (field: string): string | undefined => {
      const value = record.get(field);
      if (typeof value === "number") return String(value);
      if (value === undefined || typeof value === "string") return value;
      throw new ClassDataError(`${place}: "${field}" is not text but ${JSON.stringify(value)}.`);
    };
    const needed = (...fields: string[]): string => {
      const value = fields.map(textOf).find((one) => one !== undefined);
      if (value !== undefined) return value;
      const names = fields.map((field) => `"${field}"`).join(" or ");
      throw new ClassDataError(
        `${place} has no ${names}; its fields are ${[...record.keys()].join(", ")}.`,
      );
    };
    const named = (...fields: string[]): string => {
      const value = needed(...fields).trim();
      if (value === "") throw new ClassDataError(`${place}: the ${fields[0]} is blank.`);
      return value;
    };
    const [order, attempt] = [textOf("order"), textOf("attempt")];
    const [student, task] = [named("student"), named("assignment", "task")];
    return [{ student, task, code: needed("code"), place, order, attempt }];
  });
}

/** The object of a line; a map, since a field of a hostile file may have any name. */
function fieldsOf(line: string, place: string): ReadonlyMap<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new ClassDataError(`${place} is not JSON: one object a line is expected.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ClassDataError(`${place} is not a JSON object; write one per line.`);
  }
  if (isNestedTooDeep(line)) {
    throw new ClassDataError(
      `${place} is nested more than ${DEEPEST_JSON} levels deep: an attempt is an object of texts and numbers.`,
    );
  }
  return new Map(Object.entries(value));
}

/** The error for a folder without a main table, which names what it holds instead. */
async function refuseOtherFolder(path: string): Promise<void> {
  const held = await readdir(path);
  if (held.includes("MainTable.csv")) return;
  const file = held.find((name) => /\.(csv|tsv|jsonl|ndjson)(\.gz)?$/i.test(name));
  const instead = file
    ? `give the file of attempts, as ${join(basename(path), file)}`
    : "check the path";
  throw new ClassDataError(
    `${basename(path)} is a folder without MainTable.csv, so no ProgSnap2 set: ${instead}.`,
  );
}
