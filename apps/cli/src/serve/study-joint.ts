import type { Joint } from "@promptnce/core";
import type { Task } from "@promptnce/prompts";
import { DataError } from "@promptnce/rows/errors";
import { countedJoint } from "@promptnce/rows/survey";
import { tableFile } from "@promptnce/rows/input";
import { rowFile } from "../options/row-file.ts";
import { preparedStudy } from "../estimate/prepared-study.ts";
import { studyIn } from "./study-labels.ts";

/**
 * People's answers in the rows of a study, as a rehearsal answers from; `undefined` where the rows
 * count nobody, or are not enough for a study.
 */
export async function studyJoint(file: string, task: Task): Promise<Joint | undefined> {
  const study = studyIn(file);
  const { rows, labels } = study ?? {};
  if (study === undefined || rows === undefined) return undefined;
  const read = { ...rowFile(rows, study), columns: study, labels };
  using table = await tableFile(read);
  try {
    const {
      survey,
      columns,
      task: { fields },
    } = await preparedStudy(table, read, task);
    if (survey.people === undefined) return undefined;
    const given = columns.given?.map(({ field }) => field);
    // A prompt cannot distinguish contexts by a field that it does not show.
    if (given?.some((field) => !fields.includes(field))) return undefined;
    return countedJoint(survey.people, { fields, given }, `counts of ${rows}`);
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}
