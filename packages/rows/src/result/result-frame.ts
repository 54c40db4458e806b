import { type Frame, frameBuilder } from "@promptnce/core/frame";
import { readResult, type ResultLine, surveyResult } from "./read-result.ts";

/**
 * The frame of a result of `promptnce estimate`, a column for each method: the pairs that people's
 * numbers are known of and no prompt has shown.
 *
 * @example
 * ```ts
 * import { scorecard } from "@promptnce/core/scorecard";
 * import { resultFrame } from "@promptnce/rows/results";
 *
 * const frame = await resultFrame("pairs.scored.csv");
 * for (const [column, scored] of scorecard(frame).columns.entries()) {
 *   console.log(frame.columns[column].name, scored?.rho, scored?.interval);
 * }
 * ```
 *
 * @throws DataError, naming file, line and column, for a file that is no result.
 */
export async function resultFrame(file: string): Promise<Frame> {
  const { methods } = await surveyResult(readResult(file));
  const builder = frameBuilder(methods.map(({ id }) => id));
  for await (const lines of resultPairs(readResult(file))) {
    const { input, y, context, truth, share, people, shown } = lines[0]!;
    if (shown || (truth === undefined && share === undefined)) continue;
    builder.add({
      context,
      x: input,
      y,
      truth: { ...truth, conditional: share },
      people,
      estimates: methods.map(
        ({ id }) => lines.find(({ estimate }) => estimate.method.id === id)?.estimate.estimate,
      ),
    });
  }
  return builder.build();
}

/** Groups the rows of a pair. Its methods follow each other, except when labels are ranked. */
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
