import { readReply } from "./read-reply.ts";
import { requestOf } from "./request-of.ts";
import type { Elicitation, FindTemplate, Provider, Question } from "./types.ts";

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
  /** Aborting asks nothing new; calls under way are paid for, so they finish and are yielded. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Elicitations as they are answered, in no fixed order. Questions are drawn one at a time as places
 * become free.
 *
 * An unreadable reply is an elicitation with a reason. After a provider's error, or an abort, no
 * new question is asked; what is in flight is awaited and yielded; then the error (or the signal's
 * reason) is thrown. Leaving the loop early awaits what is in flight too.
 */
export async function* elicit(
  questions: Iterable<Question>,
  options: ElicitOptions,
): AsyncGenerator<Elicitation, void> {
  const { concurrency = 8, signal, onProgress } = options;
  const source = questions[Symbol.iterator]();
  const inFlight = new Set<Promise<void>>();
  const ready: Elicitation[] = [];
  const failures: unknown[] = [];
  const count = { done: 0, stored: 0, unreadable: 0 };
  let exhausted = false;

  const finish = (elicitation: Elicitation): void => {
    ready.push(elicitation);
    count.done++;
    if (elicitation.reply.stored) count.stored++;
    if (!elicitation.reading.ok) count.unreadable++;
  };
  const start = (question: Question): void => {
    const call = ask(question, options)
      .then(finish, (error: unknown) => void failures.push(error))
      .finally(() => {
        inFlight.delete(call);
        onProgress?.({ ...count, inFlight: inFlight.size });
      });
    inFlight.add(call);
  };
  const refill = (): void => {
    while (!exhausted && inFlight.size < concurrency && failures.length === 0 && !signal?.aborted) {
      const next = source.next();
      if (next.done) exhausted = true;
      else start(next.value);
    }
  };

  try {
    for (;;) {
      refill();
      if (ready.length > 0) yield ready.shift() as Elicitation;
      else if (inFlight.size > 0) await Promise.race(inFlight);
      else break;
    }
  } finally {
    await Promise.all(inFlight);
  }
  if (failures.length > 0) throw failures[0];
  if (signal?.aborted && !exhausted) throw signal.reason;
}

async function ask(question: Question, options: ElicitOptions): Promise<Elicitation> {
  const template = options.findTemplate(question);
  const request = requestOf(template, question);
  const reply = await options.provider.complete(request, {
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
