import type { Provider } from "@promptnce/core";
import { identityOf } from "@promptnce/providers/contract";
import { OptionError } from "@promptnce/core/errors";
import { BudgetError } from "../errors/engine-errors.ts";
import { ProviderError } from "@promptnce/providers";
import { waitSignal } from "../pace/delay.ts";
import { type Price, replyCost } from "./price.ts";
import { mostUsage } from "./reply-length.ts";

export interface BudgetOptions {
  /** US dollars that are never exceeded. */
  readonly limit: number;
  /** What calls cost, as {@link priceOf} returns it. */
  readonly price: Price;
  /**
   * US dollars already spent, as by a run that is resumed; called once, before the first request.
   */
  readonly spent?: (() => number | Promise<number>) | undefined;
}

/**
 * The provider, limited by a budget. Before each call its maximum cost is reserved: one token for
 * every byte of the prompt, since no tokenizer makes more, and a reply of full length. If the
 * reservation does not fit beside the money spent and the other reservations, the call waits for
 * calls under way to end. If it does not fit although none is under way, this call and all later
 * ones reject with a {@link BudgetError}. So the limit is never exceeded, and few calls run at once
 * near the end.
 *
 * A reply without token counts costs its reservation. So does a call without a reply that may be
 * billed (`mayBeBilled` of its error): one that timed out or was cut off. Put `budgeted` inside
 * `cached`, whose stored replies are free, and inside `retried`, so that each retry counts:
 * `cached(retried(budgeted(paced(vendor))))`.
 *
 * @throws OptionError where the limit is not a finite number of at least 0.
 */
export function budgeted(provider: Provider, options: BudgetOptions): Provider {
  const { limit, price, spent: spentBefore } = options;
  if (!(limit >= 0 && limit < Infinity)) {
    throw new OptionError("limit", `give US dollars as a number from 0, not ${limit}`);
  }
  let before: number | undefined;
  let reading: Promise<number> | undefined;
  let spentHere = 0;
  let aside = 0;
  let underWay = 0;
  // The dearest reply so far; what a reasoning model may cost is unknown before its first reply.
  let dearest: number | undefined = price.plain === true ? 0 : undefined;
  let over: BudgetError | undefined;
  let waiting: (() => void)[] = [];
  const spent = (): number => (before ?? 0) + spentHere;
  const wake = (): void => {
    const all = waiting;
    waiting = [];
    for (const go of all) {
      go();
    }
  };

  /**
   * Reserves money for a call that may cost `most` by its settings, and resolves with the amount
   * reserved.
   */
  async function reserve(most: number, end: AbortSignal | undefined): Promise<number> {
    if (spentBefore && before === undefined) {
      reading ??= Promise.resolve(spentBefore());
      before = await reading;
    }
    for (;;) {
      end?.throwIfAborted();
      if (over !== undefined) throw over;
      const amount = Math.max(most, dearest ?? 0);
      const fits = spent() + aside + amount <= limit;
      if (fits && (dearest !== undefined || underWay === 0)) {
        aside += amount;
        underWay++;
        return amount;
      }
      if (underWay === 0) {
        over = new BudgetError(spent(), limit, amount);
        wake();
        throw over;
      }
      await new Promise<void>((resolve) => void waiting.push(resolve));
    }
  }

  return {
    ...identityOf(provider),
    async complete(request, call) {
      const most = price.cost(mostUsage(request, provider, price.plain));
      const amount = await reserve(most, waitSignal(call));
      try {
        const reply = await provider.complete(request, call);
        const cost = replyCost(reply, price) ?? amount;
        spentHere += cost;
        dearest = Math.max(dearest ?? 0, cost);
        return reply;
      } catch (error) {
        if (error instanceof ProviderError && error.mayBeBilled) spentHere += amount;
        throw error;
      } finally {
        underWay--;
        // Reset to 0, so that rounding errors do not add up to an amount that matters in a small
        // budget.
        aside = underWay === 0 ? 0 : aside - amount;
        wake();
      }
    },
  };
}
