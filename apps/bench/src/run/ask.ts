import { collectAnswers, elicit } from "@promptnce/core";
import type { Answers, Elicitation, FindTemplate, Progress, Provider, Question } from "@promptnce/core";
import { cached, isSimulatedReply, keyOfQuestion, readJournal } from "@promptnce/providers";
import type { Journal, JournalRecord } from "@promptnce/providers";

/** The questions about one subject and who answers them. */
export interface Batch {
  /** The name of the subject. */
  readonly subject: string;
  readonly questions: readonly Question[];
  readonly provider: Provider;
  /** The wordings of the run's mode. */
  readonly findTemplate: FindTemplate;
}

/** What came of a batch, and what its replies amount to. */
export interface Asked {
  readonly answers: Answers;
  /** `id@version` of the templates that were used. */
  readonly templates: ReadonlySet<string>;
  readonly unreadable: readonly UnreadableReply[];
  readonly keys: ReadonlySet<string>;
  /** Whether any reply came from the simulated server, which is no model whatever it is called. */
  readonly rehearsed: boolean;
  /** The settings as they were sent. */
  readonly settings: Provider["settings"];
  /** Those that were not, since the model rejects them, with the values that were asked for. */
  readonly leftOut: Provider["settings"];
}

/** A reply that could not be read, with its text and why. */
export interface UnreadableReply {
  readonly template: string;
  readonly prompt: string;
  readonly reply: string;
  readonly reason: string;
}

interface AskOptions {
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Asks nothing: what the journal does not hold stays unasked. */
  readonly storedOnly: boolean;
}

/** Answers of one batch, from the journal where it has them and from the provider where not. */
export async function askBatch(batch: Batch, journal: Journal, options: AskOptions): Promise<Asked> {
  const { findTemplate } = batch;
  const leftOut = new Map<string, unknown>();
  const provider = cached(batch.provider, journal, {
    ...(options.storedOnly && { attempts: 0 }),
    onLeftOut: (name, value) => void leftOut.set(name, value),
  });
  const questions = options.storedOnly
    ? batch.questions.filter(
        (question) => journal.get(keyOfQuestion(question, { provider, findTemplate })) !== undefined,
      )
    : batch.questions;
  const templates = new Set<string>();
  const keys = new Set<string>();
  const unreadable: UnreadableReply[] = [];
  let rehearsed = false;
  async function* noted(): AsyncGenerator<Elicitation> {
    const asking = {
      ...options,
      // More than may be under way: a question that waits to be repeated leaves its place to others.
      concurrency: options.concurrency * 4,
      provider,
      findTemplate,
    };
    for await (const elicitation of elicit(questions, asking)) {
      const { template, question, prompt, reply, reading } = elicitation;
      templates.add(template);
      rehearsed ||= isSimulatedReply(reply);
      // The settings are fixed once there is a reply.
      keys.add(keyOfQuestion(question, { provider, findTemplate }));
      if (!reading.ok) {
        unreadable.push({ template, prompt, reply: reply.text, reason: reading.reason });
      }
      yield elicitation;
    }
  }
  const answers = await collectAnswers(noted());
  const { settings } = provider;
  return {
    answers,
    templates,
    unreadable,
    keys,
    rehearsed,
    settings,
    leftOut: Object.fromEntries(leftOut),
  };
}

/** The replies that the batches rest on, read from the journal, whenever they were paid for. */
export function* recordsOf(path: string, batches: readonly Asked[]): Generator<JournalRecord> {
  const keys = new Set(batches.flatMap((batch) => [...batch.keys]));
  // Damage was reported when the journal was opened.
  for (const record of readJournal(path, () => {})) if (keys.has(record.key)) yield record;
}
