import type { Price } from "./price.ts";

/** When these prices were read. */
const READ = "2026-11-28";

/**
 * US dollars a million input tokens, of models that are not in the table of
 * `@pydantic/genai-prices`; their output is free. Tokens from a cache count in full: a budget is
 * then kept, whether or not they are free.
 */
const PRICES = [
  { provider: "decisions", model: /^gpt-6-luna(-|$)/, input: 0.1 },
  { provider: "systemone", model: /^jev-/, input: 0.042 },
  { host: "api.upstage.ai", model: /^solar-decide(-|$)/, input: 0.1 },
] as const;

/** The price of a decision model at its own vendor, if it is known. */
export function decisionPrice({
  provider,
  model,
  baseUrl,
}: {
  readonly provider: string;
  readonly model: string;
  readonly baseUrl?: string | undefined;
}): Price | undefined {
  const host = baseUrl === undefined ? undefined : URL.parse(baseUrl)?.hostname;
  const found = PRICES.find((one) => {
    const isThere = "host" in one ? one.host === host : !host && one.provider === provider;
    return isThere && one.model.test(model);
  });
  if (found === undefined) return undefined;
  const { input } = found;
  return {
    cost: ({ inputTokens }) => (inputTokens * input) / 1_000_000,
    source: `prices read ${READ}`,
  };
}
