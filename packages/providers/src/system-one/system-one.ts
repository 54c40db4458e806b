import type { Provider } from "@promptnce/core";
import { noKey, type Vendor } from "../call/vendor-error.ts";
import { keyFrom } from "../call/vendor-key.ts";
import { type DecisionOptions, decisionAdapter } from "../decision-wires/decision-adapter.ts";
import { mostOptions } from "../decision-wires/most-options.ts";
import { systemOneWire } from "../decision-wires/system-one-wire.ts";
import { posting } from "../reply/posting.ts";
import { vendorProvider } from "../reply/vendor-provider.ts";

const TYPESAFE = "https://api.typesafe.ai/v1";

/**
 * A provider for models with the System One API: TypeSafe's Jev or, with a `baseURL` that ends
 * before `/systemone`, any server that speaks it, such as vLLM, SGLang, llama.cpp, Ollama, Fireworks
 * and Upstage. The key is `apiKey` or, at TypeSafe, the environment variable `TYPESAFE_API_KEY`.
 * A server of one's own gets no key but `apiKey`. Jev gives probabilities of two decimals, and the
 * name `jev-latest` moves from one model to the next.
 *
 * @throws ProviderError of kind `auth` where there is no key; OptionError for a setting that the
 *   adapter sends itself, or that looks like a secret.
 */
export function systemOne(options: DecisionOptions): Provider {
  const { apiKey, baseURL, fetch } = options;
  const isOwn = baseURL === undefined;
  const key = isOwn ? keyFrom(apiKey, "TYPESAFE_API_KEY") : apiKey;
  const vendor: Vendor = {
    title: isOwn ? "TypeSafe" : "The server of System One",
    keyVariable: isOwn ? "TYPESAFE_API_KEY" : "the server's key",
    key,
    address: baseURL,
  };
  if (isOwn && !key) throw noKey(vendor);
  const server = { baseURL: baseURL ?? TYPESAFE, apiKey: key, fetch };
  return vendorProvider(
    decisionAdapter({
      ...options,
      name: isOwn ? "systemone" : "systemone-compatible",
      vendor,
      wire: systemOneWire,
      decides: mostOptions(baseURL),
      send: posting(server, systemOneWire.path, [systemOneWire.path]),
    }),
  );
}
