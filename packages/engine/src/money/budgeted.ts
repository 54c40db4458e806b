import type { Provider } from "@promptnce/core";
import { identityOf } from "@promptnce/providers/contract";
import { OptionError } from "@promptnce/core/errors";
import { BudgetError } from "../errors/engine-errors.ts";
import { ProviderError } from "@promptnce/providers";
import { waitSignal } from "../pace/delay.ts";
import { type Price, replyCost } from "./price.ts";
import { mostUsage } from "./reply-length.ts";

export interface BudgetOptions {
  /** US dollars that are never passed. */
  readonly limit: number;
  /** What calls cost: {@link priceOf}'s. */
  readonly price: Price;
  /** US dollars that count as spent already, as of the run that is resumed; called once, before anything is asked. */
  readonly spent?: (() => number | Promise<number>) | undefined;
}

/**
 * The provider with an end to its money. Before a call the most that it may cost is set aside: a token for every byte
 * of the prompt, since no tokenizer makes more, and a reply of full length. Where that does not fit beside what is
 * spent and what others have set aside, the call waits for those; where it does not fit although nobody is left to wait
 * for, it and all that follow reject with a {@link BudgetError}. So the limit is not passed, and at the end few calls
 * go at once.
 *
 * A reply without token counts costs what was set aside for it, and so does a call that gave no reply but may be billed
 * (`mayBeBilled` of its error): one that ran out of time, or was cut off. So put it inside `cached`, whose stored
 * replies are free, and inside `retried`, so that each repetition counts: `cached(retried(budgeted(paced(vendor))))`.
 *
 * @throws OptionError where the limit is no number from 0.
 */
export function budgeted(provider: Provider, options: BudgetOptions): Provider {
  const { limit, price, spent: spentBefore } = options;
  if (!(limit >= 0 && limit < Infinity)) {
    throw new OptionError("limit", `give US dollars as a number from 0, not ${limit}`);
  }
  let before: number | undefined;
  let reading: Promise<number> | undefined;
  let own = 0;
  let aside = 0;
  let underWay = 0;
  // Of replies that came back; what a model that thinks may cost is not known before the first.
  let dearest: number | undefined = price.plain === true ? 0 : undefined;
  let over: BudgetError | undefined;
  let waiting: (() => void)[] = [];
  const spent = (): number => (before ?? 0) + own;
  const wake = (): void => {
    const all = waiting;
    waiting = [];
    for (const go of all) {
      go();
    }
  };

  /** Sets money aside for a call that may cost so much by its settings, and says how much. */
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
        own += cost;
        dearest = Math.max(dearest ?? 0, cost);
        return reply;
      } catch (error) {
        if (error instanceof ProviderError && error.mayBeBilled) own += amount;
        throw error;
      } finally {
        underWay--;
        // Never a sum of rounding errors that a small budget would notice.
        aside = underWay === 0 ? 0 : aside - amount;
        wake();
      }
    },
  };
}
