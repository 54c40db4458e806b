import type { Provider } from "@promptnce/core";
import { identityOf } from "../call/provider-identity.ts";

/**
 * The chat provider with continuations scored by another: one name, model and settings, so that a
 * journal and a budget see one model. They are the chat provider's, so that replies kept before
 * stay valid; give two models of one name two names.
 */
export function scoredBy(chat: Provider, scorer: Provider): Provider {
  return {
    ...identityOf(chat),
    scores: true,
    complete: (request, options) => (request.continuation === undefined ? chat : scorer).complete(request, options),
  };
}
