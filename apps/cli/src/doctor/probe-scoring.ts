import type { Continuation, Provider } from "@promptnce/core";
import { ProviderError } from "@promptnce/providers";
import type { Finding } from "./finding.ts";
import { type Target, targetProvider } from "./target-provider.ts";

/**
 * Whether the log-probability of a given text can be had of this model, found out by asking for
 * one: of a model file as it is, of a server in every way that is known.
 */
export async function probeScoring(target: Target): Promise<Finding> {
  const check = "scoring";
  const tried: string[] = [];
  for (const [way, provider] of await scorers(target)) {
    const plain = await problem(provider, "plain");
    if (plain === undefined) {
      const chat = await problem(provider, "chat");
      const reach = chat === undefined ? "as plain text and in a chat" : `as plain text only: ${chat}`;
      return { status: "ok", check, message: `a given text can be scored${way}, ${reach}` };
    }
    tried.push(plain);
  }
  const why = tried.length === 0 ? "this interface gives no log-probability of one" : tried.join(" ");
  const message = `a given text cannot be scored, which only GEM needs: ${why}`;
  return { status: "warn", check, message };
}

/** The ways to try, each with how bench is told of it. */
async function scorers(target: Target): Promise<(readonly [string, Provider])[]> {
  const { vendor, model, baseURL, apiKey } = target;
  if (vendor.scores) return [["", await targetProvider(target, {})]];
  if (!vendor.options.includes("scoring") || baseURL === undefined) return [];
  const { llamaServer, sglang, vllm } = await import("@promptnce/providers/scoring");
  const options = { model, baseURL, timeoutMs: 60_000, ...(apiKey !== undefined && { apiKey }) };
  return [
    // First: SGLang's server takes much of what vLLM's does.
    [" with --scoring sglang", sglang(options)],
    [" with --scoring vllm", vllm(options)],
    [" with --scoring llama-server", llamaServer(options)],
  ];
}

/** Why a short text cannot be scored, or nothing where it can. */
async function problem(provider: Provider, template: Continuation["template"]): Promise<string | undefined> {
  const continuation: Continuation = { text: "b", template, span: "content" };
  try {
    await provider.complete({ prompt: "a ", sample: 0, continuation });
    return undefined;
  } catch (error) {
    if (error instanceof ProviderError) return error.message;
    throw error;
  }
}
