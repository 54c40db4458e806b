// Errors at a command line: mistakes in its options, and libraries' errors with options written as
// flags.
export { asFlag, flagName, sentenceOf } from "./as-flag.ts";
export { UsageError } from "./usage-error.ts";
