import { collectAnswers, elicit } from "@promptnce/core";
import type { Answers, Elicitation, Progress, Question } from "@promptnce/core";
import { keyOfQuestion } from "../store/request-key.ts";
import type { Store } from "../store/store.ts";
import type { Session } from "./session.ts";

/** A question that waits to be repeated leaves its place to others: more are in hand than are under way. */
const IN_HAND_PER_CALL = 4;

export interface AskQuestionsOptions {
  /** Calls under way at once. */
  readonly concurrency: number;
  /** Aborting asks nothing new; what is in flight is awaited and stored. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Answers questions, from the store where it has them and from the provider where not.
 *
 * @throws What `elicit` throws.
 */
export function askQuestions(
  questions: Iterable<Question>,
  session: Session,
  { concurrency, ...options }: AskQuestionsOptions,
): Promise<Answers> {
  async function* noted(): AsyncGenerator<Elicitation> {
    const { provider, findTemplate } = session;
    const asking = { ...options, provider, findTemplate, concurrency: concurrency * IN_HAND_PER_CALL };
    for await (const elicitation of elicit(questions, asking)) {
      session.note(elicitation);
      yield elicitation;
    }
    await session.settle();
  }
  return collectAnswers(noted());
}

/** Those of the questions that a store has a reply to. */
export async function storedQuestions(
  questions: readonly Question[],
  session: Session,
  store: Store,
): Promise<Question[]> {
  const stored: Question[] = [];
  for (const question of questions) {
    const key = keyOfQuestion(question, session);
    if (store.has?.(key) ?? (await store.get(key)) !== undefined) stored.push(question);
  }
  return stored;
}
