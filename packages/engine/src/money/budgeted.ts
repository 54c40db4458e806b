import type { Provider } from "@promptnce/core";
import { identityOf } from "@promptnce/providers/contract";
import { ProviderError } from "@promptnce/providers";
import { waitSignal } from "../pace/delay.ts";
import type { Budget, Lease } from "./budget.ts";
import { type Price, replyCost } from "./price.ts";
import { mostUsage } from "./reply-length.ts";

export interface BudgetOptions {
  /** What may be spent, as {@link memoryBudget} makes it. */
  readonly budget: Budget;
  /** What calls cost, as {@link priceOf} returns it. */
  readonly price: Price;
}

/**
 * The provider, limited by a budget. Before each call its maximum cost is reserved
 * ({@link mostUsage}), as batches and workers reserve theirs. If the reservation does not fit beside
 * the money spent and the other reservations, the call waits for calls under way to end. If it does
 * not fit although none is under way, the call rejects with a {@link BudgetError}. So few calls run
 * at once near the end, and the limit is never exceeded, unless a server writes more than the limit
 * of a reply: that is counted in full, and nothing is sent beyond it.
 *
 * A reply without token counts costs its reservation. So does a call without a reply that may be
 * billed (`mayBeBilled` of its error): one that timed out or was cut off. Put `budgeted` inside
 * `cached`, whose stored replies are free, and inside `retried`, so that each retry counts:
 * `cached(retried(budgeted(paced(vendor))))`.
 */
export function budgeted(provider: Provider, { budget, price }: BudgetOptions): Provider {
  return {
    ...identityOf(provider),
    async complete(request, call) {
      const most = price.cost(mostUsage(request, provider, price.plain));
      const lease = await reserved(most, budget, waitSignal(call));
      let cost = 0;
      try {
        const reply = await provider.complete(request, call);
        cost = replyCost(reply, price) ?? most;
        return reply;
      } catch (error) {
        if (error instanceof ProviderError && error.mayBeBilled) cost = most;
        throw error;
      } finally {
        await lease.settle(cost);
      }
    },
  };
}

/** A lease for this many US dollars, as soon as they fit. */
async function reserved(usd: number, budget: Budget, end: AbortSignal | undefined): Promise<Lease> {
  for (;;) {
    end?.throwIfAborted();
    // Taken before the reservation, so that nothing that ends meanwhile is missed.
    const freed = budget.freed(end);
    freed.catch(() => {});
    const [lease] = await budget.reserve([usd]);
    if (lease !== undefined) return lease;
    await freed;
  }
}
