import { questionKey, questionOf } from "./question.ts";
import type {
  Answer,
  Ask,
  Elicitation,
  Estimate,
  Estimator,
  Pmf,
  TrialGroup,
  Query,
  Trial,
} from "../types.ts";

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

/** Of which questions answers are looked up: those of one task and draw. */
export interface LookUpOptions<V> {
  readonly task: string;
  readonly sample?: number;
  /** The answer in what is known of a question; `undefined` where there is none. */
  readonly answerOf: (known: V) => Answer | undefined;
  /** Told of each query with what is known of its question: nothing where it was never asked. */
  readonly onAsked?: (query: Query, known: V | undefined) => void;
}

/**
 * An `ask` that looks up what is known of a question by its key, and calls no model: the one way in which answers reach
 * an estimator, whether a run, a store or a recorded file has them.
 */
export function lookUp<V>(
  known: Pick<ReadonlyMap<string, V>, "get">,
  { task, sample = 0, answerOf, onAsked }: LookUpOptions<V>,
): Ask {
  const ask = (query: Query): Answer | undefined => {
    const found = known.get(questionKey(questionOf(query, task, sample)));
    onAsked?.(query, found);
    return found === undefined ? undefined : answerOf(found);
  };
  return ask as Ask;
}

/** What came of a question that has a reply: its answer, none where that could not be read. */
type Found = { readonly answer: Answer | undefined };

/** One outcome a trial, in order, from stored answers alone: the estimator's `ask` looks up and calls no model. */
export function estimate<T extends Trial>(
  estimator: Estimator,
  trials: readonly T[],
  answers: Answers,
  { task, sample = 0 }: { readonly task: string; readonly sample?: number },
): Outcome<T>[] {
  const found = foundIn(answers);
  const how = { task, sample, answerOf: ({ answer }: Found) => answer };
  const group: TrialGroup = { trials, ask: lookUp(found, how) };
  return trials.map((trial) => {
    let status: Status = "ok";
    let doubtful = false;
    const onAsked = (_: Query, one: Found | undefined): void => {
      if (isDoubtful(one?.answer)) doubtful = true;
      if (one === undefined) status = "unasked";
      else if (one.answer === undefined && status === "ok") status = "unreadable";
    };
    const ask = lookUp(found, { ...how, onAsked });
    return { trial, estimate: estimator(trial, ask, group), status, doubtful };
  });
}

/** Answers as they are looked up, so that one that could not be read is told from a question that was never asked. */
function foundIn(answers: Answers): Pick<ReadonlyMap<string, Found>, "get"> {
  return {
    get: (key) => (answers.has(key) ? { answer: answers.get(key) } : undefined),
  };
}
