import { showProgress } from "../terminal/terminal.ts";
import type { EstimateIo } from "./run-estimate.ts";
import type { RowUnit } from "@promptnce/rows";

/** What is done sooner shows nothing. */
const PATIENCE_MS = 2000;

/** The units as they come; how many have come is shown where that takes longer than two seconds. Closing ends it. */
export async function* showUnits(
  units: AsyncIterable<readonly RowUnit[]>,
  total: number,
  { stderr, closing }: EstimateIo,
  verb: { readonly doing: string; readonly did: string },
): AsyncGenerator<readonly RowUnit[]> {
  const start = performance.now();
  let display: ReturnType<typeof showProgress> | undefined;
  let done = 0;
  try {
    for await (const batch of units) {
      closing.signal.throwIfAborted();
      yield batch;
      done += batch.length;
      if (performance.now() - start > PATIENCE_MS) display ??= showProgress(total, stderr, verb);
      display?.update(done);
    }
  } finally {
    display?.stop();
  }
}
