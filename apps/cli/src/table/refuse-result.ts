import { shellWord } from "#command/start";
import { UsageError } from "#command/errors";
import { prefixIn } from "@promptnce/rows/results";

/** Columns that each result of `estimate` has, whatever it was asked. */
const OWN = ["x_columns", "method", "status", "pmi"];

/**
 * @throws UsageError for a result of `estimate`, whose estimates would be taken for people's
 * numbers
 */
export function refuseResult(file: string, columns: readonly string[]): void {
  const prefix = prefixIn(columns);
  if (!OWN.every((name) => columns.includes(prefix + name))) return;
  const named = shellWord(file);
  throw new UsageError(
    `${file} is a result of promptnce estimate: its rows have their estimates beside them. For its page say promptnce report ${named}, and to set it beside another result promptnce compare ${named} OTHER; start takes the rows that it was made of`,
  );
}
