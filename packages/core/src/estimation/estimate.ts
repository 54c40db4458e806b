import { questionKey, questionOf } from "./question.ts";
import type { Answer, Ask, Elicitation, Estimate, Estimator, Pmf, Pool, Query, Trial } from "../types.ts";

/** What is known of each question: its answer, or `undefined` where its reply was unreadable. */
export type Answers = ReadonlyMap<string, Answer | undefined>;

/** `unasked`: a question has no reply at all; `unreadable`: it has one that could not be read. */
export type Status = "ok" | "unreadable" | "unasked";

export interface Outcome<T extends Trial = Trial> {
  readonly trial: T;
  readonly estimate: Estimate;
  readonly status: Status;
  /** Whether an answer that it rests on {@link isDoubtful}. */
  readonly doubtful?: boolean;
}

/** Whether an answer is a PMF whose masses summed, in the reply, to something too far from one to be rounding. */
export function isDoubtful(answer: unknown): boolean {
  return (answer as Pmf | undefined)?.doubtfulSum !== undefined;
}

/** Answers by question. Of several elicitations of one question a readable one is kept. */
export async function collectAnswers(
  elicitations: AsyncIterable<Elicitation> | Iterable<Elicitation>,
): Promise<Answers> {
  const answers = new Map<string, Answer | undefined>();
  for await (const { question, reading } of elicitations) {
    const key = questionKey(question);
    if (reading.ok) answers.set(key, reading.answer);
    else if (!answers.has(key)) answers.set(key, undefined);
  }
  return answers;
}

/** One outcome a trial, in order, from stored answers alone: the estimator's `ask` looks up and calls no model. */
export function estimate<T extends Trial>(
  estimator: Estimator,
  trials: readonly T[],
  answers: Answers,
  { task, sample = 0 }: { readonly task: string; readonly sample?: number },
): Outcome<T>[] {
  const keyOf = (query: Query): string => questionKey(questionOf(query, task, sample));
  const pool: Pool = { trials, ask: (query) => answers.get(keyOf(query as Query)) as never };
  return trials.map((trial) => {
    let status: Status = "ok";
    let doubtful = false;
    const lookUp: Ask = (query) => {
      const key = keyOf(query as Query);
      const answer = answers.get(key);
      if (isDoubtful(answer)) doubtful = true;
      if (answer === undefined && status !== "unasked") status = answers.has(key) ? "unreadable" : "unasked";
      return answer as never;
    };
    return { trial, estimate: estimator(trial, lookUp, pool), status, doubtful };
  });
}
