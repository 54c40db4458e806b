import type { Provider, Reply } from "@promptnce/core";
import fc from "fast-check";
import type { Price } from "../money/price.ts";

/** A dollar a million tokens, input and output; nothing is known of how the model answers. */
export const price: Price = {
  cost: ({ inputTokens, outputTokens }) => (inputTokens + outputTokens) / 1e6,
  source: "this test",
};

/** What a call is assumed to cost before the first reply: 102 tokens in and 100 out. */
export const ASSUMED: number = 202 / 1e6;

/** How many times what was assumed each reply costs; the last one stands for all that follow. */
export const factors: fc.Arbitrary<number[]> = fc.array(fc.integer({ min: 1, max: 1000 }), {
  minLength: 1,
  maxLength: 30,
});

/** Some of these, always the same. The first replies of one tell nothing of those after them. */
export const someFactors: readonly (readonly number[])[] = [
  [1, 1, 1000],
  ...fc.sample(factors, { seed: 44, numRuns: 2 }),
];

/** A server whose replies cost more than their requests let expect, and what it was seen to do. */
export interface DearServer {
  readonly provider: Provider;
  /** US dollars of all replies sent. */
  readonly spent: number;
  /** US dollars of this many of the dearest calls together: the most that such a number cost. */
  readonly dearest: (calls: number) => number;
  /** US dollars of the calls that left although replies sent before had passed the limit. */
  readonly tooLate: number;
  /** The number of calls. */
  readonly calls: number;
  /** The most calls under way at once, and before the first reply. */
  readonly most: { readonly atOnce: number; readonly first: number };
}

/**
 * A server that is asked within a limit in US dollars. Its calls are answered by `turn`, which each
 * awaits.
 */
export function dearServer(
  times: readonly number[],
  limit: number,
  turn: () => Promise<void>,
): DearServer {
  const most = { atOnce: 0, first: 0 };
  const costs: number[] = [];
  const dearest = (calls: number): number =>
    costs
      .toSorted((a, b) => b - a)
      .slice(0, calls)
      .reduce((sum, usd) => sum + usd, 0);
  const seen = { spent: 0, tooLate: 0, calls: 0, most, dearest };
  let [underWay, replies] = [0, 0];
  const complete: Provider["complete"] = async (_, call): Promise<Reply> => {
    await call?.tell?.({ is: "sending" });
    const usd = ASSUMED * (times[Math.min(seen.calls, times.length - 1)] as number);
    seen.calls++;
    costs.push(usd);
    underWay++;
    most.atOnce = Math.max(most.atOnce, underWay);
    if (replies === 0) most.first = most.atOnce;
    if (seen.spent > limit) seen.tooLate += usd;
    await turn();
    underWay--;
    replies++;
    seen.spent += usd;
    return { text: "yes", stop: "end", usage: { inputTokens: 0, outputTokens: 1e6 * usd } };
  };
  const provider: Provider = { name: "test", model: "m", settings: { max_tokens: 100 }, complete };
  return Object.assign(seen, { provider });
}
