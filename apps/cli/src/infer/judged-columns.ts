import { DataError } from "@promptnce/rows/errors";
import { type Column, describeTable } from "@promptnce/rows/description";
import { firstRows, type RowTable } from "@promptnce/rows/input";
import { judgedNumber } from "./yes-no.ts";

/** The columns of people's labels and of the judge's predictions. */
export interface JudgedColumns {
  readonly label: string;
  readonly prediction: string;
}

const USUAL_PREDICTION = "pmi";

/**
 * The columns as named, or as they are usually called.
 *
 * @throws DataError if one of them is missing; it lists the columns that could be meant
 */
export async function judgedColumns(
  table: RowTable,
  named: {
    readonly label: string;
    readonly prediction?: string | undefined;
    readonly positive?: string | undefined;
  },
): Promise<JudgedColumns> {
  const { label, prediction = USUAL_PREDICTION, positive } = named;
  const first = await firstRows(table);
  const missing = [
    { option: "label", column: label },
    { option: "prediction", column: prediction },
  ].find(({ column }) => !first.columns.includes(column));
  if (missing === undefined || first.rows.length === 0) return { label, prediction };
  const { option, column } = missing;
  const numeric = describeTable(first)
    .columns.filter((each) => each.name !== label && each.name !== prediction)
    .filter((each) => isJudged(each, positive));
  const wanted = option === "label" ? "people's labels" : "the judge's or model's answers";
  const some = numeric.toSorted((a, b) => fit(b) - fit(a)).map(({ name }) => name);
  function fit({ filled }: Column): number {
    return option === "label" ? -filled : filled;
  }
  const kinds = some.length === 0 ? "No column holds" : "These columns hold";
  const list = some.length === 0 ? "" : `: ${some.slice(0, 12).join(", ")}`;
  throw new DataError(
    (write) =>
      `${table.name}: there is no column ${column}; name the column of ${wanted} with ${write(option)}. ${kinds} numbers, or yes and no${list}.`,
  );
}

/** Whether every text of a column can be read as a number, or as yes or no. */
function isJudged({ kind, isNumber, values }: Column, positive: string | undefined): boolean {
  if (kind === "id" || kind === "time" || kind === "empty") return false;
  return isNumber || [...values.keys()].every((text) => judgedNumber(text, positive) !== undefined);
}
