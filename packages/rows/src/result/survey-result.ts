import type { NamedMethod } from "../summary/extremes.ts";
import type { ResultLine } from "./read-result.ts";

/** What must be known of all rows of a result before the first is tallied. */
export interface ResultSurvey {
  readonly rows: number;
  /** Whether people's answers were counted. */
  readonly counted: boolean;
  /** Whether it holds only the labels that were ranked highest of each x. */
  readonly ranked: boolean;
  /** In the order they come. */
  readonly methods: readonly NamedMethod[];
  readonly models: readonly string[];
  /** How many different ones there are. */
  readonly labels: number;
  readonly inputs: number;
}

/** Passes once over the rows of a result. */
export async function surveyResult(rows: AsyncIterable<readonly ResultLine[]>): Promise<ResultSurvey> {
  const methods = new Map<string, NamedMethod>();
  const [models, labels, inputs] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const found = { rows: 0, counted: false, ranked: false };
  for await (const lines of rows) {
    for (const line of lines) {
      found.rows++;
      methods.set(line.estimate.method.id, line.estimate.method);
      models.add(line.model);
      labels.add(line.y);
      inputs.add(line.input);
      found.counted ||= line.counted;
      found.ranked ||= line.ranked;
    }
  }
  return { ...found, methods: [...methods.values()], models: [...models], labels: labels.size, inputs: inputs.size };
}
