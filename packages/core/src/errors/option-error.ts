import { type Sentence, SentenceError, type WriteOption, written } from "./sentence.ts";

/**
 * What was given as an option cannot be used. The message begins with the option's name as the function that throws it
 * takes it: `k: 8 is more than the 5 labels there are; give at most 5`.
 */
export class OptionError extends SentenceError {
  override readonly name = "OptionError";
  /** The option by its name, `k`; one within another with the way to it, `columns.y`. */
  readonly option: string;
  readonly #sentence: Sentence;

  /**
   * @param option The option by its name.
   * @param sentence What is wrong with it, what was expected and what to do, without the name in front.
   */
  constructor(option: string, sentence: Sentence) {
    super(`${option}: ${written(sentence)}`);
    this.option = option;
    this.#sentence = sentence;
  }

  /** The message with all options written in another way, and none in front where `write` gives this one no name. */
  override messageFor(write: WriteOption): string {
    const name = write(this.option);
    const sentence = written(this.#sentence, write);
    return name === "" ? sentence : `${name}: ${sentence}`;
  }
}
