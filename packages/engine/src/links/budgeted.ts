import type { Link, Provider, Request } from "@promptnce/core";
import { identityOf } from "@promptnce/providers/contract";
import { ProviderError } from "@promptnce/core/errors";
import { waitSignal } from "../pace/delay.ts";
import type { Budget, Lease } from "../money/budget.ts";
import { callCosts } from "../money/call-costs.ts";
import { type Price, replyCost } from "../money/price.ts";

export interface BudgetOptions {
  /** The budget, such as that of {@link memoryBudget}. */
  readonly budget: Budget;
  /** The price of calls, such as that of {@link priceOf}. */
  readonly price: Price;
}

/**
 * The link that keeps to a budget. Before each call, its maximum cost is reserved, as batches and
 * workers reserve theirs ({@link callCosts}). If the reservation does not fit beside the money
 * spent and the other reservations, the call waits for calls under way to end. If it does not fit
 * although none is under way, the call rejects with a {@link BudgetError}. Few calls therefore run
 * at once near the end, and the limit is exceeded only if replies cost more than expected, by no
 * more than the calls under way when that was noticed.
 *
 * A reply without token counts costs its reservation. So does a call without a reply that may be
 * billed (`mayBeBilled` of its error): one that timed out or was cut off. If nothing bounds the
 * cost of a call, the first call goes alone.
 *
 * @example
 * import { memoryBudget } from "@promptnce/engine/money";
 * const complete = async () => ({ text: "0.4", stop: "end" });
 * const provider = { name: "ours", model: "large", settings: { max_tokens: 9 }, complete };
 * const price = { cost: () => 0.02, source: "ours", plain: true };
 * const link = budgeted({ budget: memoryBudget({ limit: 0.01 }), price });
 * const call = link(provider).complete({ prompt: "Will it rain?", sample: 0 });
 * await call.catch(({ name }) => name); // → "BudgetError"
 */
export function budgeted({ budget, price }: BudgetOptions): Link {
  return (next) => ({ ...identityOf(next), complete: reserving(next, budget, price) });
}

/** The calls of a model, each made once what it may cost is reserved. */
function reserving(next: Provider, budget: Budget, price: Price): Provider["complete"] {
  const costs = callCosts(next, price);
  let underWay = 0;
  let ended = Promise.withResolvers<void>();
  const leave = (): void => {
    underWay--;
    ended.resolve();
    ended = Promise.withResolvers<void>();
  };

  /** Reserves the most that a call may cost, as soon as that fits. */
  async function reserve(
    request: Request,
    end: AbortSignal | undefined,
  ): Promise<{ readonly lease: Lease; readonly amount: number }> {
    for (;;) {
      end?.throwIfAborted();
      // Taken before the reservation, so that nothing that ends meanwhile is missed.
      const [freed, left] = [budget.freed(end), ended.promise];
      freed.catch(() => {});
      if (costs.isBound || underWay === 0) {
        const amount = costs.most(request);
        // Counted before the wait, so that a first call goes alone.
        underWay++;
        const [lease] = await budget.reserve([amount]).catch((error: unknown) => {
          leave();
          throw error;
        });
        // A reply that came meanwhile may have shown that calls cost more.
        if (lease !== undefined && amount >= costs.most(request)) return { lease, amount };
        await lease?.settle(0);
        underWay--;
        if (lease !== undefined) continue;
      }
      await Promise.race([freed, left]);
    }
  }

  return async (request, call) => {
    const { lease, amount } = await reserve(request, waitSignal(call));
    let cost = 0;
    try {
      const reply = await next.complete(request, call);
      cost = replyCost(reply, price) ?? amount;
      costs.note(cost);
      return reply;
    } catch (error) {
      if (error instanceof ProviderError && error.mayBeBilled) cost = amount;
      throw error;
    } finally {
      await lease.settle(cost);
      leave();
    }
  };
}
