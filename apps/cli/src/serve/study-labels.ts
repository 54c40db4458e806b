import { laidOut, missingTest, namesLabels, readLabels, tableFile } from "@promptnce/rows/input";
import { readYaml } from "@promptnce/rows/tasks";
import { type GivenOptions, givenOptions } from "../estimate/estimate-options.ts";
import { rowFile } from "../options/row-file.ts";
import { readStudy } from "../study/read-study.ts";

/** The options of a study; `undefined` for a file that is a task. */
export function studyIn(file: string): Partial<GivenOptions> | undefined {
  const { value } = readYaml(file, { is: "a study", example: "", ifEmpty: "" });
  if (typeof value["task"] !== "object") return undefined;
  return readStudy(file, givenOptions(), []);
}

/** The labels in the rows of a study; `undefined` for a file that is no study, or names no rows. */
export async function studyLabels(file: string): Promise<readonly string[] | undefined> {
  const study = studyIn(file);
  if (study === undefined) return undefined;
  const { rows, y = "the label", labels, ...layout } = study;
  if (typeof labels === "string") return readLabels(labels, study.encoding).all;
  if (rows === undefined || !namesLabels(study)) return undefined;
  using source = await tableFile(rowFile(rows, study));
  const table = laidOut(source, { ...layout, codes: labels, y });
  // What stands for no code is told from codes, not from their labels.
  const isMissing = missingTest(labels === undefined ? study.missing : ["only"]);
  const found = new Set<string>();
  for await (const records of table.open([y])) {
    for (const { value: text } of records) {
      const label = text(y)?.trim() ?? "";
      if (!isMissing(label)) found.add(label);
    }
  }
  return [...found];
}
