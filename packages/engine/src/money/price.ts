import type { Usage } from "@promptnce/core";

/** The price of calls of one model. */
export interface Price {
  /** The cost of one call in US dollars. */
  cost(usage: Usage): number;
  /** The cost in the vendor's batch; absent where the vendor has no batches. */
  batchCost?(usage: Usage): number;
  /** The source of the prices, shown beside them. */
  readonly source: string;
  /**
   * Whether it is only assumed that calls cost nothing: a server on this machine may pass them on
   * to a vendor, so a budget needs given prices.
   */
  readonly assumed?: boolean;
  /** Whether the model is known to answer without reasoning: its longest reply is then shorter. */
  readonly plain?: boolean;
}

/** What a reply is charged for: the tokens that it has used, and whether at the batch price. */
export interface ReplyUsage {
  readonly usage?: Usage;
  readonly batch?: boolean;
}

/**
 * The cost of one reply in US dollars, at the batch price if it came from a batch; `undefined`
 * without token counts.
 */
export function replyCost({ usage, batch }: ReplyUsage, price: Price): number | undefined {
  if (usage === undefined) return undefined;
  return batch === true && price.batchCost !== undefined
    ? price.batchCost(usage)
    : price.cost(usage);
}
