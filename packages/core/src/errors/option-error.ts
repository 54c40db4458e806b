import { type Sentence, SentenceError, type WriteOption, written } from "./sentence.ts";

/**
 * An option's value cannot be used. The message begins with the option's name in the function that
 * throws: `k: 8 is more than the 5 labels there are; give at most 5`.
 */
export class OptionError extends SentenceError {
  override readonly name = "OptionError";
  /** The option's name, such as `k`; for a nested option its path, such as `columns.y`. */
  readonly option: string;
  readonly #sentence: Sentence;

  /**
   * @param option The option's name.
   * @param sentence What is wrong with it, what was expected and what to do, without the name in
   *   front.
   */
  constructor(option: string, sentence: Sentence) {
    super(`${option}: ${written(sentence)}`);
    this.option = option;
    this.#sentence = sentence;
  }

  /**
   * The same mistake as a function reports it whose options have other names.
   *
   * @param option The name that the option has there.
   * @param rename How the sentence writes the options, as they are named there.
   */
  renamed(option: string, rename: (write: WriteOption) => WriteOption): OptionError {
    return new OptionError(option, (write) => written(this.#sentence, rename(write)));
  }

  /**
   * The message with all options written by `write`; without a name in front where `write` returns
   * none for this option.
   */
  override messageFor(write: WriteOption): string {
    const name = write(this.option);
    const sentence = written(this.#sentence, write);
    return name === "" ? sentence : `${name}: ${sentence}`;
  }
}
