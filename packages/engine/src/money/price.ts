import type { Reply, Usage } from "@promptnce/core";

/** What calls of one model cost. */
export interface Price {
  /** US dollars for one call. */
  cost(usage: Usage): number;
  /** The same in the vendor's batch; absent where the provider has none. */
  batchCost?(usage: Usage): number;
  /** Where the prices are from, to be shown beside them. */
  readonly source: string;
  /** Whether the model is known to answer without thinking: then its longest reply is shorter. */
  readonly plain?: boolean;
}

/** US dollars of one reply: the batch's price where it came from one; absent without token counts. */
export function replyCost(
  { usage, batch }: Pick<Reply, "usage" | "batch">,
  price: Price,
): number | undefined {
  if (usage === undefined) return undefined;
  return batch === true && price.batchCost !== undefined
    ? price.batchCost(usage)
    : price.cost(usage);
}
