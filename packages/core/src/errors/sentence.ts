/** What an option is set to, where a sentence says so. */
export type OptionValue = string | number | boolean | readonly string[];

/**
 * How an option is written, alone or set to a value: `` `k` `` and `` `k: 8` `` for whoever writes a program
 * ({@link asProperty}), its flag for whoever gives a command.
 */
export type WriteOption = (option: string, value?: OptionValue) => string;

/** A sentence for people. One that names options leaves open how they are written. */
export type Sentence = string | ((write: WriteOption) => string);

/** An option as a program sets it: `` `k` ``, `` `k: 8` ``, `` `format: "jsonl"` ``. */
export const asProperty: WriteOption = (option, value) =>
  value === undefined ? `\`${option}\`` : `\`${option}: ${JSON.stringify(value)}\``;

/** The sentence as text, its options written as a program sets them if not said otherwise. */
export function written(sentence: Sentence, write: WriteOption = asProperty): string {
  return typeof sentence === "string" ? sentence : sentence(write);
}

/** An error that one sentence tells all about. Its `message` names options as a program sets them. */
export class SentenceError extends Error {
  override readonly name: string = "SentenceError";
  readonly #sentence: Sentence;

  constructor(sentence: Sentence) {
    super(written(sentence));
    this.#sentence = sentence;
  }

  /** The message with its options written in another way. */
  messageFor(write: WriteOption): string {
    return typeof this.#sentence === "string" ? this.message : this.#sentence(write);
  }
}
