import type { Provider } from "@promptnce/core";
import { identityOf } from "../call/provider-identity.ts";

/**
 * The chat provider with continuations scored by another: one name, model and settings, so that a
 * journal and a budget see one model. They are the chat provider's.
 *
 * @param identity What is recorded beside them as `scorer`, and never sent: the `identity()` of a scorer.
 */
export function scoredBy(chat: Provider, scorer: Provider, identity?: Readonly<Record<string, unknown>>): Provider {
  return {
    ...identityOf(chat),
    settings: { ...chat.settings, ...(identity && { scorer: identity }) },
    scores: true,
    complete: (request, options) => (request.continuation === undefined ? chat : scorer).complete(request, options),
  };
}
