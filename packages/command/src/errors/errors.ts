// What a command says is wrong: mistakes of a command line, and errors of libraries with their options as flags.
export { asFlag, sentenceOf } from "./as-flag.ts";
export { UsageError } from "./usage-error.ts";
