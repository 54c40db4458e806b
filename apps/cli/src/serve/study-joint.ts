import type { Joint } from "@promptnce/core";
import type { Task } from "@promptnce/prompts";
import { planColumns, prepareRows } from "@promptnce/rows";
import { DataError } from "@promptnce/rows/errors";
import { readLabels, tableFile } from "@promptnce/rows/input";
import { countedJoint } from "@promptnce/rows/survey";
import { ownTaskSetup } from "@promptnce/rows/tasks";
import { rowFile } from "../options/row-file.ts";
import { studyIn } from "./study-labels.ts";

/**
 * People's answers in the rows of a study, as a rehearsal answers from; `undefined` where the rows
 * count nobody, or are not enough for a study.
 */
export async function studyJoint(
  file: string,
  task: Task,
  seed: string,
): Promise<Joint | undefined> {
  const study = studyIn(file);
  const { rows, labels } = study ?? {};
  if (study === undefined || rows === undefined) return undefined;
  const setup = await ownTaskSetup(task, "faithful");
  using table = await tableFile(rowFile(rows, study));
  try {
    const { survey, columns } = await prepareRows(table, {
      task: setup,
      columns: planColumns(study, setup),
      ...(typeof labels === "string"
        ? { labels: readLabels(labels, study.encoding) }
        : { labels: setup.labels, codes: labels }),
      ask: "pairs",
      seed,
    });
    if (survey.people === undefined) return undefined;
    const given = columns.given?.map(({ field }) => field);
    // A prompt cannot distinguish contexts by a field that it does not show.
    if (given?.some((field) => !setup.fields.includes(field))) return undefined;
    return countedJoint(survey.people, { fields: setup.fields, given }, `counts of ${rows}`);
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}
