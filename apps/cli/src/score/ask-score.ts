import { collectAnswers, elicit } from "@promptnce/core";
import type { Answers, Elicitation, FindTemplate, Provider, Question } from "@promptnce/core";
import { cached, isSimulatedReply, keyOfQuestion } from "@promptnce/providers";
import { batchAsk } from "@promptnce/providers/choose";
import type { AskedModel } from "../options/chosen-model.ts";
import { fillByBatches } from "../estimate/fill-by-batches.ts";
import { openStore } from "../estimate/open-store.ts";
import type { UnreadableText } from "../terminal/page.ts";
import { showProgress } from "../terminal/progress.ts";
import { tellLeftOut } from "./tell-left-out.ts";

/** A page shows so many unreadable replies at most. */
const UNREADABLE = 200;

/** What came of asking. */
export interface Asked {
  readonly answers: Answers;
  /** `id@version` of the templates that were used. */
  readonly templates: ReadonlySet<string>;
  /** Of the replies in the journal. */
  readonly keys: ReadonlySet<string>;
  /** Whether any reply came from the simulated server, which is no model whatever it is called. */
  readonly rehearsed: boolean;
  readonly unreadable: number;
  /** The first of them with their texts, for a page. */
  readonly unreadableTexts: readonly UnreadableText[];
  /** Replies that this run added to the store, second attempts not counted. */
  readonly added: number;
  /** The settings as they were sent, and those that were not since the model rejects them. */
  readonly settings: Provider["settings"];
  readonly leftOut: Provider["settings"];
}

interface AskScoreOptions {
  readonly provider: Provider;
  /** Who `provider` is, for batches. */
  readonly model: AskedModel;
  readonly findTemplate: FindTemplate;
  readonly store: string;
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/** Answers every question, from the store where it has them and from the provider where not. */
export async function askScore(questions: readonly Question[], options: AskScoreOptions): Promise<Asked> {
  const { findTemplate, model, store, concurrency, signal } = options;
  using journal = openStore(store);
  const before = journal.size;
  const asks = questions.map((question) => batchAsk(question, findTemplate));
  await fillByBatches(model, asks, { journal, stderr: process.stderr, signal });
  const leftOut = new Map<string, unknown>();
  const provider = cached(options.provider, journal, {
    onLeftOut: (name, value) => {
      leftOut.set(name, value);
      tellLeftOut(options.provider, name, value);
    },
  });
  const templates = new Set<string>();
  const keys = new Set<string>();
  let unreadable = 0;
  let rehearsed = false;
  const unreadableTexts: UnreadableText[] = [];
  const display = showProgress(questions.length, process.stderr, { doing: "asking", did: "asked" });
  async function* noted(): AsyncGenerator<Elicitation> {
    const asking = {
      provider,
      findTemplate,
      signal,
      // More than may be under way: a question that waits to be repeated leaves its place to others.
      concurrency: concurrency * 4,
      onProgress: ({ done, stored }: { done: number; stored: number }) => display.update(done, `${stored} from store`),
    };
    for await (const elicitation of elicit(questions, asking)) {
      const { template, question, prompt, reply, reading } = elicitation;
      templates.add(template);
      rehearsed ||= isSimulatedReply(reply);
      keys.add(keyOfQuestion(question, { provider, findTemplate }));
      if (!reading.ok && ++unreadable <= UNREADABLE) {
        unreadableTexts.push({ template, prompt, reply: reply.text, reason: reading.reason });
      }
      yield elicitation;
    }
  }
  try {
    const answers = await collectAnswers(noted());
    const { settings } = provider;
    const added = journal.size - before;
    return {
      answers,
      templates,
      keys,
      rehearsed,
      unreadable,
      unreadableTexts,
      added,
      settings,
      leftOut: Object.fromEntries(leftOut),
    };
  } finally {
    display.stop();
  }
}
