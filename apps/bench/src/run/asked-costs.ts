import type { Kind, Question, Reply } from "@promptnce/core";
import { type OwnPrices, priceOf } from "@promptnce/engine/money";
import type { ModelIdentity } from "@promptnce/providers";
import { entryOf } from "../study/kept.ts";
import type { AskedCosts } from "../study/results.ts";

/**
 * What the replies to a model's questions cost, noted as they come: a mean by kind of question, over
 * the replies that state their tokens.
 */
export async function askedCosts(prices: OwnPrices, { name, model }: ModelIdentity) {
  const price = await priceOf({ ...prices, provider: name, model });
  const isPaid = price !== undefined && price.cost({ inputTokens: 1, outputTokens: 1 }) > 0;
  const costs = new Map<Kind, number[]>();
  const note = ({ kind }: Question, { usage, failure }: Reply): void => {
    if (usage === undefined || failure !== undefined || price === undefined) return;
    entryOf(costs, kind, () => []).push(price.cost(usage));
  };
  return {
    async *noting<S extends { readonly question: Question; readonly reply: Reply }>(
      settled: AsyncIterable<S>,
    ): AsyncGenerator<S> {
      for await (const one of settled) {
        note(one.question, one.reply);
        yield one;
      }
    },
    /** Absent where the model costs nothing, or its price is not known. */
    get all(): AskedCosts | undefined {
      if (!isPaid) return undefined;
      const means = Array.from(costs, ([kind, some]) => [kind, meanOf(some)] as const);
      return { source: price.source, perQuestion: new Map(means) };
    },
  };
}

/** The same mean in whatever order replies come. */
function meanOf(costs: readonly number[]): number {
  const sorted = costs.toSorted((a, b) => a - b);
  return sorted.reduce((sum, cost) => sum + cost, 0) / costs.length;
}
