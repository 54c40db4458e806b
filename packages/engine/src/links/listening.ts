import type { CallEvent, Link } from "@promptnce/core";
import { identityOf } from "@promptnce/providers/contract";

/** Listeners by the name of the event that they are told of; they are awaited. */
export type CallListeners = {
  readonly [Name in CallEvent["is"]]?: () => void | Promise<void>;
};

/**
 * The link that tells listeners of the events of a call before its caller. If a listener to
 * `sending` rejects, the request is not sent.
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
