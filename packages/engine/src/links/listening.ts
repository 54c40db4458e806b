import type { CallEvent, Link } from "@promptnce/core";
import { identityOf } from "@promptnce/providers/contract";

/** Functions that are told what happens to a call, and awaited, by the name of the event. */
export type CallListeners = {
  readonly [Name in CallEvent["is"]]?: () => void | Promise<void>;
};

/**
 * The link that hears what happens to a call before its caller does. Where a listener to `sending`
 * rejects, the request is not sent.
 *
 * @example
 * const complete = async () => ({ text: "yes", stop: "end" });
 * const heard = listening({ sending: () => console.log("sent") });
 * heard({ name: "test", model: "m", settings: {}, complete }).model; // → "m"
 */
export function listening(listeners: CallListeners): Link {
  return (next) => ({
    ...identityOf(next),
    complete: (request, call) =>
      next.complete(request, {
        ...call,
        async tell(event) {
          await listeners[event.is]?.();
          await call?.tell?.(event);
        },
      }),
  });
}
