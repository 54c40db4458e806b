import type { ProviderError } from "@promptnce/core/errors";
import { type BatchRun, requestsText } from "./batch-run.ts";

/**
 * Notes what the vendor refused as too much at once and says so; waits where nothing smaller is
 * left.
 */
export async function goOnSmaller(
  error: ProviderError,
  requests: number,
  besideOthers: boolean,
  run: BatchRun,
): Promise<void> {
  const pause = run.room.refused(error, requests, besideOthers);
  run.say(`${error.message} Going on with ${requestsText(run.room.most)} at a time.`);
  if (pause > 0) await run.wait(pause);
}
