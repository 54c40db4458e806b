// Errors of one sentence, which name options as whoever reads them does
export { OptionError } from "./option-error.ts";
export {
  asProperty,
  type OptionValue,
  type Sentence,
  SentenceError,
  type WriteOption,
  written,
} from "./sentence.ts";
