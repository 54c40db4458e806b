import type { CallContext, Provider, Reply, Request } from "@promptnce/core";
import { ask, cached, endsRun, type Store, UnansweredError } from "@promptnce/engine";
import type { Asker } from "@promptnce/engine/run";
import { ProviderError } from "@promptnce/core/errors";
import { failedReply } from "@promptnce/providers/contract";

/**
 * A model that is asked about single inputs, whose requests are shared by calls at the same time.
 */
export interface InputAsker extends Asker {
  /** Runs one call; after the last of several at the same time, failures are settled. */
  readonly call: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * The provider with the store in front, for single inputs at any time rather than for one run.
 * A failure that does not concern every request is a reply with a `failure`: nobody else's call
 * fails because of it. It is stored where the prompt is the cause, and otherwise the next equal
 * request is sent.
 */
export function asking(
  provider: Provider,
  store: Store,
  options: { readonly retryFailed?: boolean | undefined },
): InputAsker {
  const stored = cached(provider, store, options);
  const complete = async (request: Request, call?: CallContext): Promise<Reply> => {
    try {
      return await stored.complete(request, call);
    } catch (error) {
      if (!(error instanceof ProviderError) || concernsAll(error)) throw error;
      return failedReply(error);
    }
  };
  let underWay = 0;
  return {
    ask: (wanted, closing) => ask(wanted, { complete }, closing),
    // The last of several calls settles for all.
    settle: async () => {},
    call: async (work) => {
      underWay++;
      try {
        return await work();
      } finally {
        underWay--;
        if (underWay === 0) await settled(stored.settle());
      }
    },
  };
}

/** Whether every request fails like this: a wrong key, an unknown model, a rejected setting. */
function concernsAll(error: ProviderError): boolean {
  return error.parameter !== undefined || endsRun(error);
}

/** Waits for failures to be stored; that a server was down has been said of each request. */
async function settled(settling: Promise<void>): Promise<void> {
  try {
    await settling;
  } catch (error) {
    if (!(error instanceof UnansweredError)) throw error;
  }
}
