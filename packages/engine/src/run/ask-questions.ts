import { setImmediate } from "node:timers/promises";
import { collectAnswers, elicit } from "@promptnce/core";
import type { Answers, Asking, Elicitation, ElicitOptions, Question } from "@promptnce/core";
import { keyOfQuestion } from "../store/request-key.ts";
import type { Store } from "../store/store.ts";
import type { Session } from "./session.ts";

/** A question that waits to be repeated leaves its place to others: more are in hand than are under way. */
const IN_HAND_PER_CALL = 4;

/** After so many answers signals have their turn: a store, or a provider in this process, leaves them none. */
const TURN = 200;

/**
 * Answers questions, from the store where it has them and from the provider where not, with `concurrency` calls under
 * way at once. @throws What `elicit` throws.
 */
export function askQuestions(
  questions: Iterable<Question>,
  session: Session,
  {
    concurrency,
    ...options
  }: Omit<ElicitOptions, keyof Asking | "concurrency"> & { readonly concurrency: number },
): Promise<Answers> {
  async function* noted(): AsyncGenerator<Elicitation> {
    const { provider, findTemplate } = session;
    const asking = {
      ...options,
      provider,
      findTemplate,
      concurrency: concurrency * IN_HAND_PER_CALL,
    };
    let answered = 0;
    for await (const elicitation of elicit(questions, asking)) {
      session.note(elicitation);
      if (++answered % TURN === 0) await setImmediate();
      yield elicitation;
    }
    await session.settle();
  }
  return collectAnswers(noted());
}

/** Those of the questions that a store has a reply to: one after the other where it knows without reading it. */
export async function storedQuestions(
  questions: readonly Question[],
  session: Session,
  store: Store,
): Promise<Iterable<Question>> {
  const { has } = store;
  if (has !== undefined)
    return questions.values().filter((question) => has(keyOfQuestion(question, session)));
  const found = await Promise.all(
    questions.map(async (question) => store.get(keyOfQuestion(question, session))),
  );
  return questions.filter((_, i) => found[i] !== undefined);
}
