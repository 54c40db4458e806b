import type { ResultLine } from "@promptnce/rows";
import { pairEstimate } from "../result-page/result-page.ts";
import type { PairRow } from "#report";

/** The rows of a pair together: its methods follow each other, except where labels are ranked. */
export async function* resultPairs(rows: AsyncIterable<readonly ResultLine[]>): AsyncGenerator<ResultLine[]> {
  let pair: ResultLine[] = [];
  for await (const lines of rows) {
    for (const line of lines) {
      const same = pair[0]?.pair === line.pair && !pair.some((one) => one.estimate.method === line.estimate.method);
      if (!same && pair.length > 0) {
        yield pair;
        pair = [];
      }
      pair.push(line);
    }
  }
  if (pair.length > 0) yield pair;
}

/** The rows of one pair, one or more, as a row of the page. */
export function resultPairRow(lines: readonly ResultLine[]): PairRow {
  const [{ x, y, model, line, truth, shown }] = lines as [ResultLine];
  return {
    dataset: "",
    model,
    pair: `line ${line}`,
    x: x.join(" / "),
    y,
    ...truth,
    ...(shown && { shown }),
    estimates: lines.map(({ estimate }) => pairEstimate(estimate, [])),
  };
}
