import { asProperty, type WriteOption } from "@promptnce/core/errors";
import { type Question, questionKey } from "@promptnce/core";
import { random } from "@promptnce/core/sampling";

/** One of several parts of all questions of a plan: the `index`-th of `of`, from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** Whether a question is of that part, by its key alone: machines that share a plan agree without a word. */
export function inShard(question: Question, shard: Shard | undefined): boolean {
  return shard === undefined || random(questionKey(question)).below(shard.of) === shard.index - 1;
}

/** A journal of one part, whose name says which: `replies.jsonl` is `replies.2-of-4.jsonl`. */
export function shardStore(store: string, shard: Shard | undefined): string {
  return shard === undefined
    ? store
    : store.replace(/(\.jsonl)?$/, `.${shard.index}-of-${shard.of}.jsonl`);
}

/**
 * What is said where a part has been asked about: how many `questions`, and in which `store` their replies are. `write`
 * says how options are written, as a program sets them if not given.
 */
export function shardText(
  { index, of }: Shard,
  questions: number,
  store: string,
  write: WriteOption = asProperty,
): string {
  return `Part ${index} of ${of}: ${questions} questions, their replies in ${store}. When all parts are done join their journals by promptnce replies import, and give the same command without ${write("shard")}: nothing is asked then.`;
}
