import type { Link, Reply, ReplyReading, Request } from "@promptnce/core";
import { identityOf } from "@promptnce/providers/contract";
import { listening } from "./listening.ts";

/** Who watches a run's replies, and may end the run. */
export interface Watch {
  /** Awaited before each request is sent; where it rejects, the request is not sent. */
  readonly gate: () => Promise<void>;
  /** Called with each reply, as it was read. */
  readonly replied: (request: Request, reply: Reply, reading: ReplyReading | undefined) => void;
}

/** The link that shows a run's replies to a watch, which decides whether anything more is sent. */
export function watched({ gate, replied }: Watch): Link {
  const gated = listening({ sending: gate });
  return (next) => ({
    ...identityOf(next),
    async complete(request, call) {
      await gate();
      const reply = await gated(next).complete(request, call);
      replied(request, reply, call?.read?.(reply));
      return reply;
    },
  });
}
