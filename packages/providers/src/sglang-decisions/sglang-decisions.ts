import type { Provider } from "@promptnce/core";
import type { Vendor } from "../call/vendor-error.ts";
import { type DecisionOptions, decisionAdapter } from "../decision-wires/decision-adapter.ts";
import { postingTo } from "../decision-wires/decision-host.ts";
import { sglangDecisionsWire } from "../decision-wires/sglang-wire.ts";
import { vendorProvider } from "../reply/vendor-provider.ts";

/** A choice's options are letters there. */
const MOST = 26;

/**
 * A provider for any chat model behind SGLang's own `/v1/decisions`, which reads the probabilities
 * of the options from the next token, unrounded and of no claim to be calibrated. It reports how
 * much of the token's mass the options have. Its `/v1/systemone` is reached by `systemOne`.
 *
 * @throws OptionError for a setting that the adapter sends itself, or that looks like a secret.
 * @example
 * import { decisionServer } from "@promptnce/rehearsal/server";
 * const decide = async () => ({ probability: 0.75, labelMass: 0.9 });
 * await using server = await decisionServer({ decide });
 * const provider = sglangDecisions({ model: "qwen3", baseURL: server.baseURL });
 * const decision = { instructions: "The street is wet." };
 * const { text } = await provider.complete({ prompt: "It rained.", sample: 0, decision });
 * JSON.parse(text); // → { probability: 0.75, labelMass: 0.9 }
 */
export function sglangDecisions(options: DecisionOptions & { readonly baseURL: string }): Provider {
  const { apiKey, baseURL } = options;
  const vendor: Vendor = {
    title: "SGLang",
    keyVariable: "the server's key",
    key: apiKey,
    address: baseURL,
    speaks: "SGLang's decisions",
  };
  return vendorProvider(
    decisionAdapter({
      ...options,
      name: "sglang-decisions",
      vendor,
      wire: sglangDecisionsWire,
      decides: MOST,
      send: postingTo(options, sglangDecisionsWire),
    }),
  );
}
