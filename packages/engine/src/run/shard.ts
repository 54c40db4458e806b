import { asProperty, type WriteOption } from "@promptnce/core/errors";
import { type Question, questionKey } from "@promptnce/core";
import { random } from "@promptnce/core/sampling";

/** One of several parts of a plan's questions: part `index` of `of`, from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * Whether a question belongs to a part. Its key alone decides, so machines that share a plan agree
 * without communicating.
 *
 * @example
 * const question = { kind: "marginal", task: "words", sample: 0, y: "PUSH" };
 * [1, 2].map((index) => inShard(question, { index, of: 2 })); // → [false, true]
 */
export function inShard(question: Question, shard: Shard | undefined): boolean {
  return shard === undefined || random(questionKey(question)).below(shard.of) === shard.index - 1;
}

/**
 * The path of a part's journal: `replies.jsonl` becomes `replies.2-of-4.jsonl`.
 *
 * @example
 * shardStore("replies.jsonl", { index: 2, of: 4 }); // → "replies.2-of-4.jsonl"
 */
export function shardStore(store: string, shard: Shard | undefined): string {
  return shard === undefined
    ? store
    : store.replace(/(\.jsonl)?$/, `.${shard.index}-of-${shard.of}.jsonl`);
}

/**
 * The closing message of a part: its number of `questions`, and the `store` with their replies.
 * `write` determines how options are written: by default as a program sets them.
 *
 * @example
 * shardText({ index: 2, of: 4 }, 250, "replies.2-of-4.jsonl").startsWith("Part 2 of 4"); // → true
 */
export function shardText(
  { index, of }: Shard,
  questions: number,
  store: string,
  write: WriteOption = asProperty,
): string {
  return `Part ${index} of ${of}: ${questions} questions, with their replies in ${store}. When all parts are done, join their journals, and repeat the run without ${write("shard")}: it asks nothing.`;
}
