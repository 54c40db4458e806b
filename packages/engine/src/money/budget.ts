import { OptionError } from "@promptnce/core/errors";
import { BudgetError } from "../errors/engine-errors.ts";

/** Money set aside for one call. */
export interface Lease {
  /** Ends the lease: the call has cost this many US dollars, 0 where it was not charged. */
  settle(usd: number): void | Promise<void>;
}

/**
 * US dollars that are never exceeded: the most that a call may cost is reserved before it is sent,
 * and settled once its cost is known. Calls, batches and workers keep to the same contract, whether
 * the budget is in memory or a row of a database.
 */
export interface Budget {
  /**
   * Leases for the first of these amounts that fit beside the money spent and the other leases:
   * all, some, or none where a lease may still turn out cheaper.
   *
   * @throws BudgetError where not even the first fits and no lease can turn out cheaper.
   */
  reserve(most: readonly number[]): Promise<readonly Lease[]>;
  /** Resolves when leases that did not fit may fit; rejects when `end` is aborted. */
  freed(end: AbortSignal | undefined): Promise<void>;
}

/** A budget at a moment, in US dollars. */
export interface BudgetState {
  readonly limit: number;
  readonly spent: number;
  /** The sum of the leases. */
  readonly aside: number;
  /** The number of leases that may still turn out cheaper. */
  readonly open: number;
}

/**
 * How many of the first amounts fit into a budget. `over` is the first amount if it does not fit
 * and no lease can turn out cheaper, so that the budget is used up.
 *
 * @example
 * fitting({ limit: 1, spent: 0.5, aside: 0.2, open: 1 }, [0.2, 0.2]); // → { calls: 1 }
 */
export function fitting(
  { limit, spent, aside, open }: BudgetState,
  most: readonly number[],
): { readonly calls: number; readonly over?: number } {
  let sum = spent + aside;
  const tooMuch = most.findIndex((usd) => {
    sum += usd;
    return sum > limit;
  });
  if (tooMuch === -1) return { calls: most.length };
  return { calls: tooMuch, ...(tooMuch === 0 && open === 0 && { over: most[0] as number }) };
}

/** A budget of this process. */
export interface MemoryBudget extends Budget {
  /** A lease for a call that is under way already, whether it fits or not. */
  adopt(most: number): Lease;
}

/**
 * A budget in memory. Once it is used up, every later reservation rejects as well.
 *
 * @param options `limit`: US dollars that are never exceeded; `spent`: US dollars already spent, as
 *   by a run that is resumed, called once before the first reservation.
 * @throws OptionError where the limit is not a finite number of at least 0.
 * @example
 * const budget = memoryBudget({ limit: 1 });
 * const [lease] = await budget.reserve([0.6]);
 * await lease.settle(0.5);
 * (await budget.reserve([0.5])).length; // → 1
 */
export function memoryBudget(options: {
  readonly limit: number;
  readonly spent?: (() => number | Promise<number>) | undefined;
}): MemoryBudget {
  const { limit } = options;
  if (!(limit >= 0 && limit < Infinity)) {
    throw new OptionError("limit", `give US dollars as a number of 0 or more, not ${limit}`);
  }
  let reading: Promise<number> | undefined;
  let [spentHere, aside, open] = [0, 0, 0];
  let over: BudgetError | undefined;
  let freed = Promise.withResolvers<void>();
  const wake = (): void => {
    freed.resolve();
    freed = Promise.withResolvers<void>();
  };
  const adopt = (most: number): Lease => {
    aside += most;
    open++;
    return {
      settle(usd) {
        spentHere += usd;
        open--;
        // Reset to 0, so that rounding errors do not add up to an amount that matters in a small
        // budget.
        aside = open === 0 ? 0 : aside - most;
        wake();
      },
    };
  };
  return {
    adopt,
    async reserve(most) {
      reading ??= Promise.resolve(options.spent?.() ?? 0);
      const spent = (await reading) + spentHere;
      const fits = fitting({ limit, spent, aside, open }, most);
      if (fits.over !== undefined) over ??= new BudgetError(spent, limit, fits.over);
      if (over === undefined) return most.slice(0, fits.calls).map(adopt);
      wake();
      throw over;
    },
    freed: () => freed.promise,
  };
}
