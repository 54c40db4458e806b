import type { FindTemplate, Provider, Question, Reading, Reply } from "@promptnce/core";
import { isSimulatedReply } from "@promptnce/providers";

/** What was asked in a run, whoever answered. */
export interface AskedCount {
  readonly questions: number;
  /** How many of them were answered by what the store held when the run began. */
  readonly stored: number;
  /** Whether any reply came from the simulated server, which is no model whatever it is called. */
  readonly rehearsed: boolean;
  /** `id@version` of the wordings that were used. */
  readonly templates: ReadonlySet<string>;
  answered(question: Question, reply: Reply, reading: Reading): void;
  /** How many replies came beyond one a question, since the one before could not be read. */
  readonly again: number;
  /** The provider, whose replies are counted; to stand behind the store. */
  replying(provider: Provider): Provider;
}

/**
 * Nothing asked so far.
 *
 * @param batched So many of the questions will be answered from the store only since batches of this
 *   run have filled it.
 */
export function countAsked(findTemplate: FindTemplate, batched = 0): AskedCount {
  const templates = new Set<string>();
  let [questions, stored] = [0, 0];
  let rehearsed = false;
  let replies = 0;
  return {
    get questions() {
      return questions;
    },
    get stored() {
      return stored - batched;
    },
    get rehearsed() {
      return rehearsed;
    },
    get again() {
      return Math.max(0, replies - (questions - stored));
    },
    replying: (provider) => ({
      ...provider,
      async complete(request, options) {
        const reply = await provider.complete(request, options);
        replies++;
        return reply;
      },
    }),
    templates,
    answered(question, reply) {
      questions++;
      if (reply.stored === true) stored++;
      rehearsed ||= isSimulatedReply(reply);
      const { id, version } = findTemplate(question);
      templates.add(`${id}@${version}`);
    },
  };
}
