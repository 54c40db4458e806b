import type { Request } from "@promptnce/core";
import { ProviderError } from "../errors/errors.ts";

/**
 * Checks that a request wants an answer. A chat interface gives no log-probability of a given text,
 * and an answer generated in its place would look like one.
 *
 * @throws ProviderError of kind `request` where a continuation is to be scored.
 */
export function checkPromptOnly({ continuation }: Request, title: string): void {
  if (continuation === undefined) return;
  throw new ProviderError(
    `${title} cannot score a given continuation through this interface: score with vLLM, SGLang, the llama.cpp server or a GGUF file.`,
    { kind: "request", retryable: false },
  );
}
