// Errors of one sentence, which write options in the reader's terms
export { listText } from "./list-text.ts";
export { countText, decimalText, dollarText, percentText } from "./number-text.ts";
export { OptionError } from "./option-error.ts";
export {
  ProviderError,
  type ProviderErrorKind,
  type ProviderErrorOptions,
} from "./provider-error.ts";
export {
  asProperty,
  type OptionValue,
  type Sentence,
  SentenceError,
  type WriteOption,
  written,
} from "./sentence.ts";
