import { type Frame, frameBuilder } from "@promptnce/core/frame";
import { knownRow } from "../summary/known-row.ts";
import { readResult, type ResultLine, surveyResult } from "./read-result.ts";

/**
 * The frame of a result of `promptnce estimate`, with a column for each method. It has the pairs
 * for which people's numbers are known and which no prompt has shown.
 *
 * @example
 * import { scorecard } from "@promptnce/core/scorecard";
 * const frame = await resultFrame("pairs.scored.csv");
 * scorecard(frame).columns[0]; // → { pairs: 8, rho: 0.593 }
 *
 * @throws DataError, naming file, line and column, for a file that is no result.
 */
export async function resultFrame(file: string): Promise<Frame> {
  const { methods } = await surveyResult(readResult(file));
  const builder = frameBuilder(methods.map(({ id }) => id));
  for await (const lines of resultPairs(readResult(file))) {
    const { input: x, y, context, truth, share, people, shown } = lines[0]!;
    const pair = { context, x, y, truth, share, people, shown };
    const estimates = lines.map(({ estimate }) => estimate);
    const row = knownRow(pair, methods, estimates);
    if (row) builder.add(row);
  }
  return builder.build();
}

/**
 * Groups the rows of a pair. Its methods follow each other, except when labels are ranked.
 *
 * @example
 * const pairs = await Array.fromAsync(resultPairs(readResult("pairs.scored.csv")));
 * pairs.length; // → 8
 */
export async function* resultPairs(
  rows: AsyncIterable<readonly ResultLine[]>,
): AsyncGenerator<readonly ResultLine[]> {
  let pair: ResultLine[] = [];
  for await (const lines of rows) {
    for (const line of lines) {
      const isSamePair =
        pair[0]?.pair === line.pair &&
        !pair.some((earlier) => earlier.estimate.method === line.estimate.method);
      if (!isSamePair && pair.length > 0) {
        yield pair;
        pair = [];
      }
      pair.push(line);
    }
  }
  if (pair.length > 0) yield pair;
}
