import type { ProviderError } from "@promptnce/core/errors";
import { pauses } from "./pauses.ts";

/** How long a queue may stay full, in ms: as long as a vendor may work on a batch. */
const LONGEST_FULL_MS = 86_400_000;

/** What a vendor that limits what is enqueued takes at once; it is found by trying. */
export interface Room {
  /** The most requests of one batch; below `Infinity` one batch is under way at a time. */
  readonly most: number;
  /**
   * Notes that a batch of so many requests was refused, beside others under way or not, and gives
   * the pause before the next try, in milliseconds: 0 where a smaller batch may fit at once.
   *
   * @throws The error where the queue has stayed full for a day.
   */
  refused(error: ProviderError, requests: number, besideOthers: boolean): number;
  /** Notes that the vendor has taken a batch: what had filled its queue has left. */
  taken(): void;
}

export function newRoom(): Room {
  let most = Infinity;
  let fullSince: number | undefined;
  let waits = pauses();
  return {
    get most(): number {
      return most;
    },
    refused(error, requests, besideOthers): number {
      most = besideOthers ? requests : Math.max(1, Math.floor(requests / 2));
      // The smallest batch is refused for what others have enqueued, which ends some time.
      if (besideOthers || requests > 1) return 0;
      fullSince ??= Date.now();
      if (Date.now() - fullSince > LONGEST_FULL_MS) throw error;
      return waits.next().value;
    },
    taken(): void {
      fullSince = undefined;
      waits = pauses();
    },
  };
}
