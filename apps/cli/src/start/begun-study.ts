import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isMap, type Node, parseDocument, type Scalar } from "yaml";
import { replaceFile } from "@promptnce/engine/files";
import { type Task, taskFields } from "@promptnce/prompts";
import type { NamedColumns } from "@promptnce/rows";
import { DataError } from "@promptnce/rows/errors";
import { layoutOptions, splitNames } from "@promptnce/rows/input";
import { givenOptions } from "../estimate/estimate-options.ts";
import { type ReadingValues, readingOf } from "../options/reading-options.ts";
import { rowFile } from "../options/row-file.ts";
import { readStudy } from "../study/read-study.ts";
import { studyKey } from "../study/study-keys.ts";
import type { FieldColumn } from "./first-prompt.ts";
import type { StudyRows } from "../estimate/prepared-study.ts";
import { modelKeys, type Places, type StartOptions } from "./start-options.ts";
import { linesOf } from "./study-yaml.ts";

/** A study that start wrote earlier, whose ten pairs are not estimated yet. */
export interface BegunStudy {
  readonly rows: StudyRows;
  readonly task: Task;
  readonly fields: readonly FieldColumn[];
}

/**
 * The study at its place, if it was begun with the same rows and options and has no result so far:
 * its server may have been down, or the person may have changed the study first. `undefined` for
 * any other file there.
 */
export function begunStudy(
  file: string,
  { study, rows, out }: Places,
  options: StartOptions,
): BegunStudy | undefined {
  if (!existsSync(study) || existsSync(out)) return undefined;
  const values = valuesOf(study);
  const { task, ...columns } = (values ?? {}) as StudyValues;
  const { rows: path, x, labels, ...others } = columns;
  if (path === undefined || !isTask(task)) return undefined;
  if (![file, rows].some((one) => resolve(one) === resolve(path))) return undefined;
  const fields = x?.map(splitField) ?? sameNames(task);
  const read = rowFile(path, columns);
  const begun = {
    rows: { ...read, labels, columns: { x, ...others } },
    task,
    fields,
  };
  return isOfOptions(begun, values!, { ...options, tidied: rows }) ? begun : undefined;
}

/** The values of a study that start reads. */
interface StudyValues extends Omit<NamedColumns, "x">, ReadingValues, Pick<StudyRows, "labels"> {
  readonly rows?: string;
  readonly x?: readonly string[];
  readonly task?: unknown;
}

/** Sets the model of a study, as far as the options name it, and leaves all else as it stands. */
export function setModel(study: string, options: StartOptions): void {
  let text = readFileSync(study, "utf8");
  for (const [property, value] of Object.entries(modelKeys(options))) {
    if (value === undefined) continue;
    const line = linesOf({ [property]: value });
    const place = placeOf(text, studyKey(property));
    text =
      place === undefined
        ? `${text.trimEnd()}\n${line}\n`
        : `${text.slice(0, place.from)}${line}${text.slice(place.to)}`;
  }
  replaceFile(study, text, "study");
}

/** Where a key of a YAML text and its value stand. */
function placeOf(text: string, key: string): { from: number; to: number } | undefined {
  const { contents } = parseDocument(text);
  const pair = isMap<Scalar, Node>(contents)
    ? contents.items.find((one) => one.key.value === key)
    : undefined;
  const [from] = pair?.key.range ?? [];
  const [, to] = pair?.value?.range ?? [];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** The values of a study; `undefined` if the file is none. */
function valuesOf(study: string): Record<string, unknown> | undefined {
  try {
    return readStudy(study, givenOptions(), []);
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}

function isTask(value: unknown): value is Task {
  return typeof value === "object" && value !== null;
}

function splitField(text: string): FieldColumn {
  const [field = text, ...column] = text.split("=");
  return { field, column: column.length === 0 ? field : column.join("=") };
}

function sameNames(task: Task): FieldColumn[] {
  return taskFields(task).map((field) => ({ field, column: field }));
}

/** Whether each option that was given says what the study says. */
function isOfOptions(
  { rows, task, fields }: BegunStudy,
  values: Readonly<Record<string, unknown>>,
  { count, x, given = [], ...options }: StartOptions & { readonly tidied: string },
): boolean {
  const counts = values["count"] === "rows" ? [count || "rows"] : [count || undefined];
  if (count !== undefined && !counts.includes(values["count"] as string | undefined)) return false;
  const columns = fields.map(({ column }) => column);
  const said: [unknown, unknown][] = [
    [options.y, rows.columns.y],
    ...layoutOptions.map((name): [unknown, unknown] => [
      options[name] || undefined,
      rows.columns[name],
    ]),
    [options.weight, values["weight"]],
    [options.where, values["where"]],
    [options.labels, values["labels"]],
    ...Object.entries(readingOf(options)).map(([name, value]): [unknown, unknown] => [
      value,
      values[name],
    ]),
    [x && new Set([...given, ...x].flatMap((text) => splitNames(text, columns))), new Set(columns)],
    ...PHRASES.map((name): [unknown, unknown] => [options[name], task[name]]),
  ];
  return said.every(([option, held]) => option === undefined || isDeepStrictEqual(option, held));
}

const PHRASES = ["person", "sees", "event", "label", "plural"] as const;
