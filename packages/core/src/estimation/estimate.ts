import { questionKey, questionOf } from "./question.ts";
import type {
  Answer,
  Ask,
  Estimate,
  Estimator,
  Pmf,
  TrialGroup,
  Query,
  Trial,
  QuestionReading,
} from "../types.ts";

/** Answers by question key; `undefined` where the reply was unreadable. */
export type Answers = ReadonlyMap<string, Answer | undefined>;

/** `unasked`: a question has no reply; `unreadable`: a reply could not be read. */
export type Status = "ok" | "unreadable" | "unasked";

export interface Outcome<T extends Trial = Trial> {
  readonly trial: T;
  readonly estimate: Estimate;
  readonly status: Status;
  /** Whether an answer behind the estimate {@link isDoubtful}. */
  readonly doubtful?: boolean;
}

/**
 * Whether an answer is a PMF whose masses, in the reply, summed too far from one to be explained by
 * rounding.
 *
 * @example
 * isDoubtful({ labels: ["PUSH", "PULL"], masses: [0.6, 0.4], doubtfulSum: 1.9 }); // → true
 */
export function isDoubtful(answer: unknown): boolean {
  return (answer as Pmf | undefined)?.doubtfulSum !== undefined;
}

/**
 * The answers of elicitations by question key. Of several elicitations of one question, a readable
 * one is kept. Promises are awaited one after the other, so a lazy iterator of them asks in sequence.
 *
 * @example
 * const question = { kind: "marginal", task: "words", y: "PUSH", sample: 0 };
 * const answers = await collectAnswers([
 *   { question, reading: { ok: true, answer: 0.02, notes: [] } },
 * ]);
 * answers.get(questionKey(question)); // → 0.02
 */
export async function collectAnswers(
  elicitations:
    | AsyncIterable<QuestionReading>
    | Iterable<QuestionReading | Promise<QuestionReading>>,
): Promise<Answers> {
  const answers = new Map<string, Answer | undefined>();
  for await (const { question, reading } of elicitations) {
    const key = questionKey(question);
    if (reading.ok) answers.set(key, reading.answer);
    else if (!answers.has(key)) answers.set(key, undefined);
  }
  return answers;
}

/** The task and draw of the questions whose answers are looked up. */
export interface LookUpOptions<V> {
  readonly task: string;
  readonly sample?: number;
  /** The answer within an entry; `undefined` where it has none. */
  readonly answerOf: (known: V) => Answer | undefined;
  /**
   * Called with each query and its question's entry: `undefined` where the question was never
   * asked.
   */
  readonly onAsked?: (query: Query, known: V | undefined) => void;
}

/**
 * An `ask` that looks up answers by question key and calls no model: the only way in which answers
 * reach an estimator, whether they come from a run, a store or a recorded file.
 *
 * @example
 * const question = { kind: "marginal", y: "PUSH" };
 * const known = new Map([[questionKey(questionOf(question, "words")), 0.02]]);
 * lookUp(known, { task: "words", answerOf: (p) => p })(question); // → 0.02
 */
export function lookUp<V>(
  known: KnownAnswers<V>,
  { task, sample = 0, answerOf, onAsked }: LookUpOptions<V>,
): Ask {
  const ask = (query: Query): Answer | undefined => {
    const found = known.get(questionKey(questionOf(query, task, sample)));
    onAsked?.(query, found);
    return found === undefined ? undefined : answerOf(found);
  };
  return ask as Ask;
}

/** Looks up what is known of a question by its key, as a `Map` does. */
export interface KnownAnswers<V> {
  get(key: string): V | undefined;
}

/**
 * The entry of a question that has a reply: its answer, or none where the reply could not be read.
 */
interface Entry {
  readonly answer: Answer | undefined;
}

/**
 * One outcome for each trial, in order, from stored answers alone: the estimator's `ask` only looks
 * up, and calls no model.
 *
 * @example
 * import { direct, split, empirical } from "@promptnce/core/methods";
 * const trials = [{ id: "1", x: { cue: "SHOVE" }, y: "PUSH", candidates: ["PUSH"] }];
 * const method = split(direct, empirical(new Map([["PUSH", 0.02]])));
 * const asked = plan([{ task: "words", estimators: [method], trials }]).map((question) => ({
 *   question,
 *   reading: { ok: true, answer: 0.4, notes: [] },
 * }));
 * const [outcome] = estimate(method, trials, await collectAnswers(asked), { task: "words" });
 * outcome.estimate; // → { conditional: 0.4, marginal: 0.02, pmi: 2.996 }
 */
export function estimate<T extends Trial>(
  estimator: Estimator,
  trials: readonly T[],
  answers: Answers,
  { task, sample = 0 }: { readonly task: string; readonly sample?: number },
): Outcome<T>[] {
  const entries = entriesOf(answers);
  const how = { task, sample, answerOf: ({ answer }: Entry) => answer };
  const group: TrialGroup = { trials, ask: lookUp(entries, how) };
  return trials.map((trial) => {
    let status: Status = "ok";
    let doubtful = false;
    const onAsked = (_: Query, one: Entry | undefined): void => {
      if (isDoubtful(one?.answer)) doubtful = true;
      if (one === undefined) status = "unasked";
      else if (one.answer === undefined && status === "ok") status = "unreadable";
    };
    const ask = lookUp(entries, { ...how, onAsked });
    return { trial, estimate: estimator(trial, ask, group), status, doubtful };
  });
}

/**
 * Answers in a form that distinguishes an unreadable reply from a question that was never asked.
 */
function entriesOf(answers: Answers): KnownAnswers<Entry> {
  return {
    get(key) {
      const answer = answers.get(key);
      return answer !== undefined || answers.has(key) ? { answer } : undefined;
    },
  };
}
