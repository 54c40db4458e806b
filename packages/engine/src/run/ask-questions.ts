import { setImmediate } from "node:timers/promises";
import { collectAnswers, elicit } from "@promptnce/core";
import type { Answers, Asking, Elicitation, ElicitOptions, Question } from "@promptnce/core";
import { keysOfQuestion } from "../store/request-key.ts";
import type { Store } from "../store/store.ts";
import type { Session } from "./session.ts";

/**
 * A question that waits for a retry frees its place, so more questions are in hand than calls under
 * way.
 */
const IN_HAND_PER_CALL = 4;

/**
 * The event loop gets a turn after this many answers; otherwise a store, or a provider in this
 * process, would block signals.
 */
const TURN = 200;

/**
 * The answers to questions, from the store where it has them and otherwise from the provider, with
 * up to `concurrency` calls under way.
 *
 * @throws The errors of `elicit`.
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

/**
 * The questions that a store has a reply to; found lazily where the store can tell without reading
 * the reply.
 */
export async function storedQuestions(
  questions: readonly Question[],
  session: Session,
  store: Store,
): Promise<Iterable<Question>> {
  const keysOf = (question: Question) => keysOfQuestion(question, session);
  const { has } = store;
  if (has !== undefined) {
    return questions.values().filter((question) => keysOf(question).some((key) => has(key)));
  }
  const found = await Promise.all(
    questions.map(async (question) => {
      const entries = await Promise.all(keysOf(question).map(async (key) => store.get(key)));
      return entries.some((entry) => entry !== undefined);
    }),
  );
  return questions.filter((_, i) => found[i]);
}
