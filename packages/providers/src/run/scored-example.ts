import type { Provider } from "@promptnce/core";
import { ProviderError } from "../errors/errors.ts";
import type { PlannedAsks } from "./forecast.ts";

/**
 * What a model is to read of the first text that it is to score, in a sentence; empty where none is, or nothing but the
 * simulated respondent is asked. That one text is scored for it, and not kept: only files and servers of one's own do so.
 *
 * @param tokenized Shows a scored text for people, as `tokenizedText` of `@promptnce/prompts`.
 */
export async function scoredExample(
  asks: Iterable<PlannedAsks & { readonly provider: Provider }>,
  tokenized: (reply: string) => string,
): Promise<string> {
  for (const { provider, requests } of asks) {
    if (!provider.scores || provider.name === "simulated") continue;
    for await (const { request } of requests) {
      if (request.continuation === undefined) continue;
      try {
        const { text } = await provider.complete(request);
        return `The first text that is scored, between ⟦ and ⟧, as the model reads it:\n${tokenized(text)}\n`;
      } catch (error) {
        if (error instanceof ProviderError) return `No text could be scored to show one: ${error.message}\n`;
        throw error;
      }
    }
  }
  return "";
}
