import { fingerprint } from "@promptnce/engine";
import type { Label } from "@promptnce/core";
import type { Row } from "../input/read-rows.ts";

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
