import type { StoreEntry } from "@promptnce/engine";
import type { CallLimits } from "../queue/limits.ts";
import type { Claim } from "../queue/queue.ts";

/** The call of a claimed job, from its claim to its end. */
export interface JobCall {
  readonly job: Claim;
  readonly limits: CallLimits;
  /** Aborted where another worker has the job by now. */
  readonly lost: AbortController;
  /** Its store entries so far. */
  readonly entries: StoreEntry[];
  /** Whether its failure was passed on, to be stored at once or once its cause is decided. */
  hasFailed: boolean;
}
