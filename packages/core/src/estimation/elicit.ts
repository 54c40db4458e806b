import { mapConcurrently } from "./map-concurrently.ts";
import { readerOf, requestOf } from "./question.ts";
import type { Provider } from "../provider.ts";
import type { Elicitation, FindTemplate, Question } from "../types.ts";

/**
 * The progress of an elicitation. The counts cover this call only; the cost of a run is read from
 * its store.
 */
export interface Progress {
  readonly done: number;
  /** Questions answered from a store, among those done. */
  readonly stored: number;
  readonly unreadable: number;
  /** Requests that failed for good; not included in `unreadable`. */
  readonly failed: number;
  readonly inFlight: number;
}

/** The provider and the wordings. */
export interface Asking {
  readonly findTemplate: FindTemplate;
  readonly provider: Provider;
}

export interface ElicitOptions extends Asking {
  /** Questions in hand at once, including those that wait in a wrapper; 8 by default. */
  readonly concurrency?: number;
  /**
   * Once aborted, nothing new is sent; calls under way are paid for, so they finish and are
   * yielded.
   */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Yields elicitations as they are answered, in no fixed order. Questions are drawn one at a time as
 * places become free.
 *
 * An unreadable reply is an elicitation with a reason. After a provider's error, or an abort, no
 * new question is asked and no call that still waits is sent (see `closing` of the call's options);
 * calls under way are awaited and yielded; then the error (or the signal's reason) is thrown.
 * Leaving the loop early awaits them too.
 * @throws RangeError where the concurrency is below 1, with which nothing would be sent.
 */
export async function* elicit(
  questions: Iterable<Question>,
  options: ElicitOptions,
): AsyncGenerator<Elicitation, void> {
  const { concurrency = 8, signal, onProgress } = options;
  const count = { done: 0, stored: 0, unreadable: 0, failed: 0, inFlight: 0 };
  let allAsked = false;
  function* oneByOne(): Generator<readonly Question[]> {
    for (const question of questions) {
      yield [question];
    }
    allAsked = true;
  }
  const work = async (question: Question, closing: AbortSignal): Promise<Elicitation> => {
    count.inFlight++;
    try {
      const elicitation = await elicitOne(question, options, closing);
      count.done++;
      if (elicitation.reply.stored) count.stored++;
      if (elicitation.reply.failure) count.failed++;
      else if (!elicitation.reading.ok) count.unreadable++;
      return elicitation;
    } finally {
      count.inFlight--;
      onProgress?.({ ...count });
    }
  };
  for await (const batch of mapConcurrently(oneByOne(), work, {
    size: concurrency,
    order: "ends",
    signal,
  }))
    yield* batch;
  if (signal?.aborted && !allAsked) throw signal.reason;
}

/**
 * The elicitation of one question. Aborting `closing` lets a call under way finish and rejects a
 * waiting one.
 */
export async function elicitOne(
  question: Question,
  { findTemplate, provider }: Asking,
  closing?: AbortSignal,
): Promise<Elicitation> {
  const template = findTemplate(question);
  const request = requestOf(template, question);
  const read = readerOf(template, question);
  const reply = await provider.complete(request, { ...(closing && { closing }), read });
  const { id, version } = template;
  return {
    question,
    template: `${id}@${version}`,
    prompt: request.prompt,
    reply,
    reading: read(reply),
  };
}
