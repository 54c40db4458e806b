import { fingerprint } from "@promptnce/engine";
import type { Label } from "@promptnce/core";
import type { Row } from "@promptnce/rows/input";

/** A row of the words task, as read from a file. */
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

/** Rows as a file yields them, in batches of this size. */
export async function* inBatches(rows: readonly Row[], size = 2): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += size) {
    yield rows.slice(from, from + size);
  }
}
