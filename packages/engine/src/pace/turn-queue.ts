import type { CallContext } from "@promptnce/core";
import type { pace } from "./pace.ts";
import type { Reservation, TokenLedger } from "./token-ledger.ts";

interface QueuedCall {
  readonly tokens: number;
  readonly closing: AbortSignal | undefined;
  readonly start: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Calls that wait for their turn, in order. */
interface TurnQueue {
  /**
   * Resolves when the call may go, with its serial number and its reserved tokens; it then occupies
   * a place. Rejects if the call is aborted or its run is closing.
   */
  next(tokens: number, given?: CallContext): Promise<[number, Reservation]>;
  /** Frees the place of a call that has ended. */
  end(): void;
}

/** Lets calls go as the pace and the tokens of the last minute allow. */
export function turnQueue(rhythm: ReturnType<typeof pace>, ledger: TokenLedger): TurnQueue {
  const queue: QueuedCall[] = [];
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Starts the calls that may go now, and sets a timer for the next one. */
  const pump = (): void => {
    clearTimeout(timer);
    for (let [first] = queue; first && underWay < rhythm.window; [first] = queue) {
      const wait = Math.max(rhythm.next(), ledger.next(first.tokens)) - performance.now();
      if (wait > 0) {
        timer = setTimeout(pump, Math.ceil(wait));
        return;
      }
      queue.shift();
      first.start();
    }
  };

  const leaveQueue = (waiting: QueuedCall, signal: AbortSignal | undefined): void => {
    queue.splice(queue.indexOf(waiting), 1);
    waiting.reject(signal?.reason);
    pump();
  };

  // One listener a run: adding a listener takes time proportional to those a signal already has.
  const heeded = new WeakSet<AbortSignal>();
  const heed = (closing: AbortSignal): void => {
    if (heeded.has(closing)) return;
    heeded.add(closing);
    const leave = (): void => {
      for (const waiting of queue.filter((other) => other.closing === closing))
        leaveQueue(waiting, closing);
    };
    closing.addEventListener("abort", leave, { once: true });
  };

  const next = (
    tokens: number,
    { signal, closing }: CallContext = {},
  ): Promise<[number, Reservation]> =>
    new Promise((resolve, reject) => {
      const over = [signal, closing].find((one) => one?.aborted);
      if (over !== undefined) return reject(over.reason as Error);
      const leave = (): void => leaveQueue(waiting, signal);
      const start = (): void => {
        signal?.removeEventListener("abort", leave);
        underWay++;
        const now = performance.now();
        resolve([rhythm.sent(now), ledger.reserve(tokens, now)]);
      };
      const waiting: QueuedCall = { tokens, closing, start, reject };
      queue.push(waiting);
      pump();
      if (queue.at(-1) !== waiting) return;
      signal?.addEventListener("abort", leave, { once: true });
      if (closing !== undefined) heed(closing);
    });

  return {
    next,
    end() {
      underWay--;
      pump();
    },
  };
}
