import { existsSync } from "node:fs";
import { listText } from "@promptnce/core/errors";
import { type Task, taskFields } from "@promptnce/prompts";
import { describeTable, type TableDescription } from "@promptnce/rows/description";
import { firstRows, layoutOf, tableFile } from "@promptnce/rows/input";
import { readYaml } from "@promptnce/rows/tasks";
import { type GivenOptions, givenOptions } from "../estimate/estimate-options.ts";
import { givenColumns } from "../estimate/given-columns.ts";
import { rowNotes } from "../estimate/row-notes.ts";
import { rowFile } from "../options/row-file.ts";
import { readStudy } from "../study/read-study.ts";

/**
 * What the rows of a study are, and what is doubtful of them, in sentences; none for a file that
 * holds a task alone, or names no rows.
 */
export async function studyRowsText(file: string, task: Task): Promise<readonly string[]> {
  const { value } = readYaml(file, { is: "a study", example: "", ifEmpty: "" });
  if (typeof value["task"] !== "object" || typeof value["rows"] !== "string") return [];
  const study = readStudy(file, givenOptions(), []) as GivenOptions;
  const { rows = "-", count } = study;
  if (rows === "-") return [];
  if (!existsSync(rows)) return [`${rows} is not there, so that its rows are not checked.`];
  using table = await tableFile(rowFile(rows, study));
  const { name, given } = task;
  const setup = { name, fields: taskFields(task), ...(given && { given }) };
  const { named, chosen } = await givenColumns(table, study, setup);
  const start = await firstRows(chosen);
  const notes = await rowNotes(chosen, named);
  const described = describeTable(start, { ...named, count: count ?? false });
  return [`${rows}: ${shapeText(described)}.`, ...notes];
}

/** What a row is, by the first rows. */
function shapeText({ shape, roles }: TableDescription): string {
  const { count } = roles;
  const layout = layoutOf(roles);
  if (layout !== undefined)
    return `each row holds several answers, in ${listText(layout.columns, "and")}`;
  if (shape === "counted" && count !== undefined) return `${count} counts people`;
  return shape === "pairs"
    ? "each row is a pair to be estimated, since no pair repeats in the first rows"
    : "each row is one person's answer";
}
