import type { BatchVendor } from "../batch-contract/batch-vendor.ts";
import type { VendorDescriptor } from "../batch-contract/vendor-descriptor.ts";
import type { ScoringOptions, ScoringProvider } from "../scoring/scoring-provider.ts";
import type { Scorer } from "../settings/model-settings.ts";
import { plainFamilies } from "./plain-families.ts";

/** OpenAI, and any server with the Chat Completions API. */
export const openaiVendor: VendorDescriptor = {
  name: "openai",
  example: "openai:NAME",
  compatible: "openai-compatible",
  keyEnv: "OPENAI_API_KEY",
  options: ["baseUrl", "keyEnv", "settings", "effort", "scoring", "grammar"],
  price: "listed",
  plain: plainFamilies,
  probes: [{ temperature: 0 }, { top_logprobs: 1 }, { reasoning: { effort: "none" } }],
  compatibleProbes: [
    { temperature: 0 },
    { seed: 1 },
    { logprobs: true },
    { response_format: { type: "json_schema" } },
  ],
  async load({ scoring, baseURL, ...options }) {
    const { openai, openaiCompatible } = await import("./openai.ts");
    if (baseURL === undefined) return openai(options);
    const server = { ...options, baseURL };
    const chat = openaiCompatible(server);
    if (scoring === undefined) return chat;
    // The same server scores continuations through its own interface.
    const scorer = await scorerOf(scoring, server);
    const { scoredBy } = await import("../scoring/scoring.ts");
    return scoredBy(chat, scorer, await scorer.identity());
  },
  async batch({ scoring, baseURL, ...options }) {
    const { compatibleBatches, openaiBatches } = await import("./openai-batches.ts");
    if (baseURL === undefined) return openaiBatches(options);
    const server = { ...options, baseURL };
    const batches = compatibleBatches(server);
    if (scoring === undefined) return batches;
    // Recorded, and never sent.
    const settings = {
      ...batches.settings,
      scorer: await (await scorerOf(scoring, server)).identity(),
    };
    const item: BatchVendor["item"] = (id, request, recorded) => {
      const { scorer: _, ...sent } = recorded;
      return batches.item(id, request, sent);
    };
    return { ...batches, settings, item };
  },
};

async function scorerOf(way: Scorer, server: ScoringOptions): Promise<ScoringProvider> {
  const { llamaServer, sglang, vllm } = await import("../scoring/scoring.ts");
  return { vllm, sglang, "llama-server": llamaServer }[way](server);
}
