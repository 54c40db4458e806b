import type { EntrySettings } from "../store/store.ts";
import { settingsLimit } from "@promptnce/providers/contract";
import { type Price, replyCost } from "./price.ts";
import { mostUsage } from "./reply-length.ts";

/** The maximum costs of one model's calls, as far as they are known, in US dollars. */
export interface CallCosts {
  /** The maximum cost of a call. */
  most(request: Parameters<typeof mostUsage>[0]): number;
  /** Whether that bounds the cost; otherwise the first call should go alone. */
  readonly isBound: boolean;
  /** Notes the cost of a reply. */
  note(usd: number): void;
}

/**
 * The costs of a model's calls, for direct calls, batches and workers alike. OpenAI and Anthropic
 * count reasoning towards the limit of a reply, and without a limit no known model writes more than
 * {@link mostUsage} assumes. Some other servers, such as xAI's, charge for reasoning beyond the
 * limit of the settings: for a model that may reason, nothing bounds the cost before the first
 * reply, and afterwards no call counts as cheaper than the most expensive reply so far.
 *
 * @param batch Whether the calls are a batch's, at its price.
 * @example
 * const price = { cost: ({ outputTokens }) => outputTokens * 1e-5, source: "ours", plain: true };
 * const costs = callCosts({ settings: { max_tokens: 200 } }, price);
 * costs.most({ prompt: "Will it rain?" }); // → 0.002
 */
export function callCosts(asked: EntrySettings, price: Price, batch = false): CallCosts {
  const { plain = false } = price;
  // Settings that have the prompt written to the vendor's cache, which costs more than reading it.
  const isCaching = JSON.stringify(asked.settings).includes("cache_control");
  let dearest = plain || settingsLimit(asked.settings) === undefined ? 0 : undefined;
  return {
    most(request) {
      const usage = mostUsage(request, asked, plain);
      const written = usage.inputTokens;
      const usages = isCaching
        ? [usage, { ...usage, cacheWriteTokens: written, cacheWriteHourTokens: written }]
        : [usage];
      const costs = usages.map((one) => replyCost({ usage: one, batch }, price) as number);
      return Math.max(dearest ?? 0, ...costs);
    },
    get isBound() {
      return dearest !== undefined;
    },
    note(usd) {
      dearest = Math.max(dearest ?? 0, usd);
    },
  };
}
