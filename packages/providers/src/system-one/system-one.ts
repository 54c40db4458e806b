import type { Provider } from "@promptnce/core";
import { type DecisionOptions, decisionAdapter } from "../decision-wires/decision-adapter.ts";
import { decisionHost, postingTo, requireOwnKey } from "../decision-wires/decision-host.ts";
import { mostOptions } from "../decision-wires/most-options.ts";
import { systemOneWire } from "../decision-wires/system-one-wire.ts";
import { vendorProvider } from "../reply/vendor-provider.ts";

const TYPESAFE = "https://api.typesafe.ai/v1";

/**
 * A provider for models with the System One API: TypeSafe's Jev or, with a `baseURL` that ends
 * before `/systemone`, any server that speaks it, such as vLLM, SGLang, llama.cpp, Ollama,
 * Fireworks and Upstage. A `baseURL` that ends in `/decisions` or `/evaluate`, as OpenRouter and
 * Vercel name the endpoint, is taken whole. The key is `apiKey` or, at TypeSafe, the environment
 * variable `TYPESAFE_API_KEY`. A server of one's own gets no key but `apiKey`. Jev gives
 * probabilities of two decimals, and the name `jev-latest` moves from one model to the next.
 *
 * @throws ProviderError of kind `auth` where there is no key; OptionError for a setting that the
 *   adapter sends itself, or that looks like a secret.
 * @example
 * import { decisionServer } from "@promptnce/rehearsal/server";
 * await using server = await decisionServer({ decide: async () => ({ probability: 0.75 }) });
 * const provider = systemOne({ model: "ours", baseURL: server.baseURL });
 * const decision = { instructions: "The street is wet." };
 * const { text } = await provider.complete({ prompt: "It rained.", sample: 0, decision });
 * JSON.parse(text).probability; // → 0.75
 */
export function systemOne(options: DecisionOptions): Provider {
  const { baseURL = TYPESAFE, fetch } = options;
  const vendor = decisionHost(options, {
    title: "TypeSafe",
    keyVariable: "TYPESAFE_API_KEY",
    interface: "System One",
  });
  requireOwnKey(vendor);
  return vendorProvider(
    decisionAdapter({
      ...options,
      name: options.baseURL === undefined ? "systemone" : "systemone-compatible",
      vendor,
      wire: systemOneWire,
      decides: mostOptions(baseURL),
      send: postingTo({ baseURL, apiKey: vendor.key, fetch }, systemOneWire),
    }),
  );
}
