import type { Provider } from "@promptnce/core";

/** A model that answers with 2 kB after so many milliseconds. */
export function slowProvider(ms: number): Provider {
  const text = "x".repeat(2000);
  return {
    name: "perf",
    model: "slow",
    settings: { max_tokens: 100 },
    async complete() {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return { text, stop: "end", usage: { inputTokens: 500, outputTokens: 500 } };
    },
  };
}
