import type { Provider } from "@promptnce/core";

/** The model that is asked about. */
export interface Target {
  readonly kind: "anthropic" | "openai" | "openai-compatible" | "llama";
  /** Its name, or for `llama` the path of its file. */
  readonly model: string;
  readonly baseURL?: string;
  /** The key of a server that is not the vendor's own; the vendor's key is never sent there. */
  readonly apiKey?: string;
}

/**
 * The provider for it. Adapters are imported where they are needed, since an SDK takes a while to
 * load.
 *
 * @throws ProviderError where the vendor's key is missing.
 */
export async function targetProvider(
  { kind, model, baseURL, apiKey }: Target,
  settings: Readonly<Record<string, unknown>>,
): Promise<Provider> {
  if (kind === "llama") {
    const { llama } = await import("@promptnce/providers/llama");
    return llama({ file: model });
  }
  const options = { model, settings, timeoutMs: 60_000 };
  if (kind === "anthropic") {
    const { anthropic } = await import("@promptnce/providers/anthropic");
    return anthropic({ ...options, ...(baseURL !== undefined && { baseURL, apiKey: apiKey ?? "none" }) });
  }
  const { openai, openaiCompatible } = await import("@promptnce/providers/openai");
  if (baseURL === undefined) return openai(options);
  return openaiCompatible({ ...options, baseURL, ...(apiKey !== undefined && { apiKey }) });
}
