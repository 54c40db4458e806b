import type { Provider } from "@promptnce/core";
import { type DecisionOptions, decisionAdapter } from "../decision-wires/decision-adapter.ts";
import { decisionHost, requireOwnKey } from "../decision-wires/decision-host.ts";
import { openaiDecisionsWire } from "../decision-wires/openai-wire.ts";
import { wrongRequest } from "../errors/errors.ts";
import { openaiClient, openaiSdk } from "../openai/openai-sdk.ts";
import { vendorProvider } from "../reply/vendor-provider.ts";
import { mostOptions } from "../decision-wires/most-options.ts";

/**
 * A provider for OpenAI's decision models, through the Decisions API and its SDK, which must be
 * 7.55 or later. The key is `apiKey` or, at OpenAI, the environment variable `OPENAI_API_KEY`. A
 * `baseURL` names another server with the same interface, which is sent no key but `apiKey`.
 *
 * @throws ProviderError of kind `auth` where there is no key; OptionError for a setting that the
 *   adapter sends itself, or that looks like a secret.
 * @example
 * import { decisionServer } from "@promptnce/rehearsal/server";
 * await using server = await decisionServer({ decide: async () => ({ probability: 0.75 }) });
 * const provider = openaiDecisions({ model: "ours", apiKey: "key", baseURL: server.baseURL });
 * const decision = { instructions: "The street is wet." };
 * const { text } = await provider.complete({ prompt: "It rained.", sample: 0, decision });
 * JSON.parse(text).probability; // → 0.75
 */
export function openaiDecisions(options: DecisionOptions): Provider {
  const { baseURL, fetch } = options;
  const isOwn = baseURL === undefined;
  const vendor = decisionHost(options, {
    title: "OpenAI",
    keyVariable: "OPENAI_API_KEY",
    interface: "OpenAI's Decisions",
  });
  const { key } = vendor;
  openaiSdk.check();
  requireOwnKey(vendor);
  const client = openaiClient({
    baseURL,
    fetch,
    apiKey: key ?? "none",
    // Not taken from the environment, whose values are meant for OpenAI.
    ...(!isOwn && { adminAPIKey: null, organization: null, project: null }),
    ...(key === undefined && { defaultHeaders: { Authorization: null } }),
  });
  return vendorProvider(
    decisionAdapter({
      ...options,
      name: isOwn ? "decisions" : "decisions-compatible",
      vendor,
      wire: openaiDecisionsWire,
      decides: mostOptions(baseURL),
      client,
      async send(body, signal) {
        // Typed as always there, and absent from earlier versions of the SDK.
        const { decisions } = (await client()) as Partial<Awaited<ReturnType<typeof client>>>;
        if (decisions === undefined) {
          throw wrongRequest(
            "The installed version of openai has no Decisions API: install a later one with npm install openai@7.",
          );
        }
        return decisions.create(body as never, { signal }).asResponse();
      },
    }),
  );
}
