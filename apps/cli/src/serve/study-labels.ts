import { inputFormat, tableFile } from "@promptnce/rows/input";
import { readYaml } from "@promptnce/rows/tasks";
import { givenOptions } from "../estimate/estimate-options.ts";
import { readStudy } from "../study/read-study.ts";

/** The labels in the rows of a study; `undefined` for a file that is no study, or names no rows. */
export async function studyLabels(file: string): Promise<readonly string[] | undefined> {
  const { value } = readYaml(file, { is: "a study", example: "", ifEmpty: "" });
  if (typeof value["task"] !== "object") return undefined;
  const { rows, y, format, delimiter } = readStudy(file, givenOptions(), []);
  if (typeof rows !== "string" || typeof y !== "string") return undefined;
  using table = await tableFile({
    path: rows,
    format: inputFormat(rows, format as string | undefined),
    delimiter: delimiter as string | undefined,
  });
  const labels = new Set<string>();
  for await (const records of table.open([y])) {
    for (const { value: text } of records) {
      const label = text(y)?.trim();
      if (label) labels.add(label);
    }
  }
  return [...labels];
}
