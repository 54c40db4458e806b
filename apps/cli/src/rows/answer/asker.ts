import { readReply, requestOf } from "@promptnce/core";
import type { Answer, FindTemplate, Provider, Query, Question, Reading, Reply } from "@promptnce/core";

/** An answer, or `undefined` where no reply could be read. */
export type Answered = Answer | undefined;

/** Puts queries to a model. */
export type Asker = (query: Query) => Promise<Answered>;

export interface AskerOptions {
  readonly task: string;
  readonly findTemplate: FindTemplate;
  readonly provider: Provider;
  /** Aborted where the run ends early. */
  readonly closing: AbortSignal;
  /** Told of each question that was answered, once. */
  readonly onAnswer?: (question: Question, reply: Reply, reading: Reading) => void;
}

/** The question that a query of a task is, asked once. */
export function questionOf(task: string, query: Query): Question {
  return { ...query, task, sample: 0 } as Question;
}

/** Asks a provider about one task. Each call is one question: what is asked twice is not noticed here. */
export function asker(options: AskerOptions): Asker {
  const { task, findTemplate, provider, closing, onAnswer } = options;
  return async (query) => {
    const question = questionOf(task, query);
    const template = findTemplate(question);
    let last: { readonly reply: string; readonly reading: Reading } | undefined;
    const read = (reply: Reply): Reading => {
      // The reply that was found readable is the one that comes back: it is read once.
      const id = `${reply.stop}\n${reply.text}`;
      if (last?.reply !== id) last = { reply: id, reading: readReply(template, question, reply) };
      return last.reading;
    };
    const reply = await provider.complete(requestOf(template, question), {
      closing,
      readable: (candidate) => read(candidate).ok,
    });
    const reading = read(reply);
    onAnswer?.(question, reply, reading);
    return reading.ok ? reading.answer : undefined;
  };
}
