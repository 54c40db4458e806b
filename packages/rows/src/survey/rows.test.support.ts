import { fingerprint } from "@promptnce/engine";
import type { Label } from "@promptnce/core";
import type { Columns, Row } from "../input/read-rows.ts";
import { survey, type Survey } from "./survey.ts";

/** A row of the task `words`, as `readRows` yields it. */
export function row(cue: string, y?: Label, count?: number, line = 1): Row {
  return {
    line,
    record: { columns: ["cue"], cell: () => cue },
    x: { cue },
    key: fingerprint(cue),
    ...(y !== undefined && { y }),
    ...(count !== undefined && { count }),
  };
}

/** Yields rows in batches of `size`, as a file does. */
export async function* inBatches(rows: readonly Row[], size = 2): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += size) {
    yield rows.slice(from, from + size);
  }
}

const x = [{ field: "cue", column: "cue" }];

/** The columns of rows of the task `words`. */
export const paired: Columns = { x, y: "response" };

/** The same, with a column that counts people. */
export const counted: Columns = { x, y: "response", count: "n" };

/** The survey of rows, some at a time. */
export function surveyed(rows: readonly Row[], more: object = {}, size?: number): Promise<Survey> {
  return survey(inBatches(rows, size), { columns: paired, file: "r.csv", seed: "1", ...more });
}
