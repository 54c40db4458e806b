import { inHand } from "./in-hand.ts";
import { readReply } from "./read-reply.ts";
import { requestOf } from "./request-of.ts";
import type { Elicitation, FindTemplate, Provider, Question } from "../types.ts";

/** Where an elicitation stands. Counts are of this call; what a run cost is read from its store. */
export interface Progress {
  readonly done: number;
  /** Of those done, how many came from a store. */
  readonly stored: number;
  readonly unreadable: number;
  readonly inFlight: number;
}

export interface ElicitOptions {
  readonly findTemplate: FindTemplate;
  readonly provider: Provider;
  /** Questions in hand at once, those that a wrapper makes wait included; 8 if not given. */
  readonly concurrency?: number;
  /** Aborting sends nothing new; calls under way are paid for, so they finish and are yielded. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Elicitations as they are answered, in no fixed order. Questions are drawn one at a time as places
 * become free.
 *
 * An unreadable reply is an elicitation with a reason. After a provider's error, or an abort, no
 * new question is asked and no call that still waits is sent (see `closing` of the call's options);
 * what is under way is awaited and yielded; then the error (or the signal's reason) is thrown.
 * Leaving the loop early awaits what is under way too.
 *
 * @throws RangeError where the concurrency is below 1, of which nothing would be asked.
 */
export async function* elicit(
  questions: Iterable<Question>,
  options: ElicitOptions,
): AsyncGenerator<Elicitation, void> {
  const { concurrency = 8, signal, onProgress } = options;
  if (!(concurrency >= 1)) {
    throw new RangeError(`elicit takes a concurrency of 1 or more, not ${concurrency}`);
  }
  const source = questions[Symbol.iterator]();
  const closing = new AbortController();
  const close = (): void => closing.abort(signal?.reason);
  const calls = inHand();
  const failures: unknown[] = [];
  const count = { done: 0, stored: 0, unreadable: 0 };
  let ready: Elicitation[] = [];
  let allAsked = false;

  const finish = (elicitation: Elicitation): void => {
    ready.push(elicitation);
    count.done++;
    if (elicitation.reply.stored) count.stored++;
    if (!elicitation.reading.ok) count.unreadable++;
  };
  const fail = (error: unknown): void => {
    failures.push(error);
    close();
  };
  const report = (): void => onProgress?.({ ...count, inFlight: calls.size });
  const refill = (): void => {
    while (!allAsked && calls.size < concurrency && !closing.signal.aborted) {
      const next = source.next();
      if (next.done) allAsked = true;
      else calls.add(ask(next.value, options, closing.signal).then(finish, fail), report);
    }
  };

  if (signal?.aborted) close();
  signal?.addEventListener("abort", close, { once: true });
  try {
    for (;;) {
      refill();
      const batch = ready;
      ready = [];
      for (const elicitation of batch) {
        yield elicitation;
        refill();
      }
      if (batch.length > 0) continue;
      if (calls.size === 0) break;
      await calls.next();
    }
  } finally {
    close();
    signal?.removeEventListener("abort", close);
    while (calls.size > 0) await calls.next();
  }
  if (failures.length > 0) throw failures[0];
  if (signal?.aborted && !allAsked) throw signal.reason;
}

async function ask(question: Question, options: ElicitOptions, closing: AbortSignal): Promise<Elicitation> {
  const template = options.findTemplate(question);
  const request = requestOf(template, question);
  const reply = await options.provider.complete(request, {
    closing,
    readable: (reply) => readReply(template, question, reply).ok,
  });
  return {
    question,
    template: `${template.id}@${template.version}`,
    prompt: request.prompt,
    reply,
    reading: readReply(template, question, reply),
  };
}
