import type { ResultLine } from "@promptnce/rows";

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
