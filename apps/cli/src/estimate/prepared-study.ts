import type { Task } from "@promptnce/prompts";
import {
  type Codebook,
  type NamedColumns,
  planColumns,
  type PreparedRows,
  prepareRows,
} from "@promptnce/rows";
import { readLabels, type RowFile, type RowTable } from "@promptnce/rows/input";
import { ownTaskSetup, type TaskSetup } from "@promptnce/rows/tasks";

/** A file of rows as the study reads it. */
export interface StudyRows extends RowFile {
  readonly columns: NamedColumns;
  /** A file of labels, or the labels that codes stand for. */
  readonly labels?: string | Codebook | undefined;
}

/**
 * The rows of a study, prepared as estimate will.
 *
 * @throws DataError or OptionError if it would refuse them
 */
export async function preparedStudy(
  table: RowTable,
  { columns, labels, encoding }: StudyRows,
  task: Task,
): Promise<PreparedRows> {
  const setup = await ownTaskSetup(task, "faithful");
  const choice = labelChoice(labels, encoding, setup);
  return prepareRows(table, {
    ...choice,
    task: setup,
    columns: planColumns(columns, setup),
    ask: "pairs",
    seed: "1",
  });
}

/** The labels in a file that lists them; otherwise those of the task, and of codes. */
export function labelChoice(
  labels: StudyRows["labels"],
  encoding: string | undefined,
  task: TaskSetup,
): { readonly labels?: TaskSetup["labels"]; readonly codes?: Codebook | undefined } {
  return typeof labels === "string"
    ? { labels: readLabels(labels, encoding) }
    : { labels: task.labels, codes: labels };
}
