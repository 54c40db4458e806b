import type { Input, Kind, Label, ReadPrompt } from "@promptnce/core";
import { ProviderError } from "@promptnce/core/errors";

/** A respondent's numbers for each kind of question. */
export interface Numbers {
  conditional(x: Input, y: Label): number;
  marginal(y: Label, kind: "marginal" | "grounded"): number;
  pmi(x: Input, y: Label): number;
  /** The masses of a closed set of candidates. */
  closed(x: Input, candidates: readonly Label[]): readonly number[];
  /** The masses of an open set, followed by the mass of all other labels. */
  open(x: Input, candidates: readonly Label[]): readonly number[];
  /** The natural log-probability of the text y; in a null context if x is `undefined`. */
  logProbability(x: Input | undefined, y: Label): number;
}

/** A prompt that is answered in words, not by scoring a text. */
export type SpokenPrompt = ReadPrompt & { readonly kind: Exclude<Kind, "likelihood"> };

/** The members of a reply's JSON object, in order: one number, or a mass for every candidate. */
export type ReplyMembers = readonly (readonly [key: string, value: number])[];

/**
 * The members of the reply to a prompt. Candidates are keyed by `candidateKeys` or, without these,
 * by themselves.
 *
 * @throws ProviderError if a part of the prompt is missing, or keys and candidates differ in
 * number.
 */
export function replyMembers(prompt: SpokenPrompt, numbers: Numbers): ReplyMembers {
  const need = <Part extends keyof ReadPrompt>(part: Part) => needed(prompt, part);
  const { kind } = prompt;
  if (kind === "marginal" || kind === "grounded")
    return [[need("replyKey"), numbers.marginal(need("y"), kind)]];
  if (kind === "pmi" || kind === "conditional") {
    return [[need("replyKey"), numbers[kind](need("x"), need("y"))]];
  }
  const candidates = need("candidates");
  const keys = prompt.candidateKeys ?? candidates;
  if (keys.length !== candidates.length) {
    throw misread(prompt, `with ${keys.length} candidateKeys for ${candidates.length} candidates`);
  }
  const named = kind === "open" ? [...keys, need("otherKey")] : keys;
  const masses = numbers[kind](need("x"), candidates);
  return named.map((key, i) => [key, masses[i] as number]);
}

/** A part that this kind of prompt needs; a ProviderError if it is missing. */
export function needed<Part extends keyof ReadPrompt>(
  prompt: ReadPrompt,
  part: Part,
): NonNullable<ReadPrompt[Part]> {
  const value = prompt[part];
  if (value === undefined) throw misread(prompt, `without its ${part}`);
  return value;
}

function misread({ kind, task }: ReadPrompt, how: string): ProviderError {
  return unanswerable(
    `cannot answer: the ${kind} prompt of the task ${task} was read ${how}; check its wording and the reader given as read.`,
  );
}

/**
 * The error for a prompt that cannot be answered, which is a mistake and not data: a retry would
 * not help.
 */
export function unanswerable(why: string): ProviderError {
  return new ProviderError(`The simulated respondent ${why}`, { kind: "prompt", retryable: false });
}

/**
 * The members as JSON text. It is not made from an object, since `__proto__` is a possible label.
 *
 * @param extra text to insert before the closing brace
 * @param number the text of a number
 */
export function replyJson(
  members: ReplyMembers,
  extra = "",
  number: (value: number) => string = JSON.stringify,
): string {
  const written = members.map(([key, value]) => `${JSON.stringify(key)}: ${number(value)}`);
  return `{${written.join(", ")}${extra}}`;
}
