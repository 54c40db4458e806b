// The contract for code between callers and adapters, such as a store, a pace or a budget. Nothing
// here needs Node.
export { failedReply, wrongRequest } from "./errors/errors.ts";
export {
  droppedParameters,
  type CurrentSettings,
  settingsWithout,
} from "./call/dropped-parameters.ts";
export { heldTo, replyTokens } from "./call/held-to.ts";
export { identityOf } from "./call/provider-identity.ts";
export { replyLimit, settingsLimit, withoutOpenLimit } from "./call/reply-limit.ts";
export { reasoningTokens } from "./call/reasoning-tokens.ts";
export { isOfPrompt } from "./call/stated-failure.ts";
export { vendorError } from "./call/vendor-error.ts";
export { pauseOf, withPause } from "./call/rate-limit-headers.ts";
export { isGrammarRefused, withSchemaAdvice } from "./reply/reply-schema.ts";
export { canonicalJson } from "./hash/canonical-json.ts";
export { sha256 } from "#sha256";
