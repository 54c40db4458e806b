// Errors of one sentence, which write options in the reader's terms
export { countText } from "./count-text.ts";
export { OptionError } from "./option-error.ts";
export {
  asProperty,
  type OptionValue,
  type Sentence,
  SentenceError,
  type WriteOption,
  written,
} from "./sentence.ts";
