import { OptionError } from "@promptnce/core/errors";
import type { VendorDescriptor } from "../batch-contract/vendor-descriptor.ts";
import { TIMEOUT_MS } from "../call/vendor-options.ts";
import { importInstalled } from "../installed/import-installed.ts";
import type { AiSdkModel } from "./ai-sdk.ts";

/**
 * The exports of an SDK package: a provider configured by the environment, and a function that
 * creates others.
 */
type AiSdkProvider = (model: string) => AiSdkModel;
type CreateProvider = (setup: {
  name: string;
  baseURL: string;
  apiKey: string | undefined;
}) => AiSdkProvider;

/**
 * Models that the Vercel AI SDK reaches through an installed package, such as
 * `ai:@ai-sdk/google:NAME`; the package reads its own keys.
 */
export const aiVendor: VendorDescriptor = {
  name: "ai",
  example: "ai:@ai-sdk/PACKAGE:NAME",
  options: ["baseUrl", "keyEnv", "settings"],
  refusal: (write) =>
    `a package of the AI SDK takes none: give what it knows by ${write("settings")}`,
  price: "listed",
  async load({ model, settings, maxTokens, timeoutMs = TIMEOUT_MS, baseURL, apiKey }) {
    const [name, id] = partsOf(model);
    const { fromAiSdk } = await import("./ai-sdk.ts");
    const exported = Object.entries(await importInstalled(name, "model"));
    const [, provider] =
      exported.find(([, value]) => typeof value === "function" && "languageModel" in value) ?? [];
    const [, create] =
      exported.find(([key, value]) => /^create[A-Z]/.test(key) && typeof value === "function") ??
      [];
    const byAddress = (url: string) =>
      (create as CreateProvider | undefined)?.({ name, baseURL: url, apiKey });
    const made =
      baseURL === undefined ? (provider as AiSdkProvider | undefined) : byAddress(baseURL);
    const none = `${name} exports no provider of the AI SDK that is set up by its environment alone`;
    if (made === undefined) throw new OptionError("model", none);
    const limited = { ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }), ...settings };
    return { ...fromAiSdk(made(id), { name: "ai", settings: limited, timeoutMs }), model };
  },
};

/** The package, and the model's name within it. */
function partsOf(model: string): [string, string] {
  const at = model.indexOf(":");
  if (at > 0) return [model.slice(0, at), model.slice(at + 1)];
  throw new OptionError(
    "model",
    `say which package of the AI SDK serves ${model}, as ai:@ai-sdk/google:${model}`,
  );
}
