import type { Link, Reply, ReplyReading, Request } from "@promptnce/core";
import { identityOf } from "@promptnce/providers/contract";

/** Who watches a run's replies, and may end the run. */
export interface Watch {
  /** Awaited before each request is sent; where it rejects, the request is not sent. */
  readonly gate: () => Promise<void>;
  /** Called with each reply, as it was read. */
  readonly replied: (request: Request, reply: Reply, reading: ReplyReading | undefined) => void;
}

/** The link that shows a run's replies to a watch, which decides whether anything more is sent. */
export function watched({ gate, replied }: Watch): Link {
  return (next) => ({
    ...identityOf(next),
    async complete(request, call) {
      await gate();
      const reply = await next.complete(request, {
        ...call,
        async tell(event) {
          if (event.is === "sending") await gate();
          await call?.tell?.(event);
        },
      });
      replied(request, reply, call?.read?.(reply));
      return reply;
    },
  });
}
