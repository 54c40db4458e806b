/** The value of an option in a sentence. */
export type OptionValue = string | number | boolean | readonly string[];

/**
 * How an option is written, alone or with a value: as `` `k` `` and `` `k: 8` `` for programmers
 * ({@link asProperty}), as a flag on a command line. A name that ends in `()` is that of a
 * function, and its value is the list of the arguments: `` `readTask("moods.yaml")` `` for
 * programmers, the command that does the same on a command line.
 */
export type WriteOption = (option: string, value?: OptionValue) => string;

/** A sentence for people. If it names options, it is a function of how they are written. */
export type Sentence = string | ((write: WriteOption) => string);

/**
 * An option as a program sets it: `` `k` ``, `` `k: 8` ``, `` `format: "jsonl"` ``; a function as a
 * program calls it: `` `readTask("moods.yaml")` ``.
 *
 * @example
 * asProperty("k", 8); // → "`k: 8`"
 */
export const asProperty: WriteOption = (option, value) => {
  if (value === undefined) return `\`${option}\``;
  if (!option.endsWith("()")) return `\`${option}: ${JSON.stringify(value)}\``;
  const given = [value].flat().map((one) => JSON.stringify(one));
  return `\`${option.slice(0, -1)}${given.join(", ")})\``;
};

/**
 * The sentence as text, with options by default written as a program sets them.
 *
 * @example
 * written((write) => `set ${write("k", 8)}`); // → "set `k: 8`"
 */
export function written(sentence: Sentence, write: WriteOption = asProperty): string {
  return typeof sentence === "string" ? sentence : sentence(write);
}

/** An error that a single sentence explains. Its `message` names options as a program sets them. */
export class SentenceError extends Error {
  override readonly name: string = "SentenceError";
  readonly #sentence: Sentence;

  constructor(sentence: Sentence) {
    super(written(sentence));
    this.#sentence = sentence;
  }

  /** The message with its options written by `write`. */
  messageFor(write: WriteOption): string {
    return typeof this.#sentence === "string" ? this.message : this.#sentence(write);
  }
}
