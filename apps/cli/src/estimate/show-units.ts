import type { RowUnit } from "@promptnce/rows";
import { showProgress } from "../terminal/terminal.ts";

/** What is done sooner shows nothing. */
const PATIENCE_MS = 2000;

/** The units as they come; how many have been counted is shown where that takes longer than two seconds. */
export async function* showUnits(
  units: AsyncIterable<readonly RowUnit[]>,
  total: number,
  signal: AbortSignal,
): AsyncGenerator<readonly RowUnit[]> {
  const start = performance.now();
  const verb = { doing: "counting what will be asked", did: "counted what will be asked of" };
  let display: ReturnType<typeof showProgress> | undefined;
  let done = 0;
  try {
    for await (const batch of units) {
      signal.throwIfAborted();
      yield batch;
      done += batch.length;
      if (performance.now() - start > PATIENCE_MS) display ??= showProgress(total, process.stderr, verb);
      display?.update(done);
    }
  } finally {
    display?.stop();
  }
}
