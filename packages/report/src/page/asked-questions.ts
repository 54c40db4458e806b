import {
  type Answer,
  type FindTemplate,
  type Question,
  questionKey,
  readReply,
  type Reply,
  type Template,
} from "@promptnce/core";
import { decisionText, tokenizedText } from "@promptnce/prompts";
import { type AskedHow, keyOfQuestion, type StoredReplies } from "@promptnce/engine";

/** A question as the page shows it: the prompt, the reply and how it was read. */
export interface AskedQuestion {
  readonly kind: string;
  readonly template: string;
  readonly prompt: string;
  /** For a question about a log-probability: the text after the prompt that was scored. */
  readonly scored?: string;
  readonly reply: string;
  readonly stop: string;
  /** The answer as text, or the reason why there is none. */
  readonly read: string;
  readonly ok: boolean;
  readonly notes: readonly string[];
}

/** A question that estimates depend on, with the templates that rendered it. */
interface TemplatedQuestion {
  readonly place: number;
  readonly question: Question;
  readonly findTemplate: FindTemplate;
}

/**
 * The questions that the estimates on a page depend on. A question that several estimates share is
 * listed once.
 */
export class WantedQuestions {
  /** By the key of its request. */
  readonly #wanted = new Map<string, TemplatedQuestion>();
  #size = 0;
  readonly #answers = new Map<TemplatedQuestion, AskedQuestion>();
  /** Places by question key, which is cheaper than a request key: that needs the whole prompt. */
  readonly #places = new WeakMap<AskedHow, Map<string, number>>();

  /** The place of each question when asked in this way. New questions get the next places. */
  placesOf(questions: readonly Question[], how: AskedHow): number[] {
    const places = this.#places.get(how) ?? new Map<string, number>();
    this.#places.set(how, places);
    return questions.map((question) => {
      const questionId = questionKey(question);
      const place = places.get(questionId);
      if (place !== undefined) return place;
      const key = keyOfQuestion(question, how);
      const entry = this.#wanted.get(key) ?? {
        place: this.#size++,
        question,
        findTemplate: how.findTemplate,
      };
      this.#wanted.set(key, entry);
      places.set(questionId, entry.place);
      return entry.place;
    });
  }

  /** Streams the store and returns {@link questions}. */
  async readFrom(store: StoredReplies): Promise<AskedQuestion[]> {
    for await (const _ of this.noting(store).entries()) {
    }
    return this.questions;
  }

  /**
   * The same store, which also notes the replies to these questions as its entries are streamed.
   */
  noting(store: StoredReplies): StoredReplies {
    const [wanted, answers] = [this.#wanted, this.#answers];
    return {
      async *entries() {
        for await (const entry of store.entries()) {
          const found = wanted.get(entry.key);
          if (found) answers.set(found, answered(found, entry.prompt, entry.reply));
          yield entry;
        }
      },
    };
  }

  /**
   * All questions, in the order of their places. Those without a noted reply are marked as never
   * asked.
   */
  get questions(): AskedQuestion[] {
    return Array.from(
      this.#wanted.values(),
      (wanted) => this.#answers.get(wanted) ?? unasked(wanted),
    );
  }
}

function answered(
  { question, findTemplate }: TemplatedQuestion,
  prompt: string,
  reply: Reply,
): AskedQuestion {
  const template = findTemplate(question);
  const reading = readReply(template, question, reply);
  return {
    ...shown(question, template, prompt),
    reply: reply.text,
    stop: reply.stop,
    read: reading.ok ? answerText(reading.answer, reply.text) : reading.reason,
    ok: reading.ok,
    notes: reading.ok ? reading.notes : [],
  };
}

function unasked({ question, findTemplate }: TemplatedQuestion): AskedQuestion {
  const template = findTemplate(question);
  return {
    ...shown(question, template, template.render(question)),
    reply: "",
    stop: "",
    read: "never asked",
    ok: false,
    notes: [],
  };
}

function shown(question: Question, template: Template, prompt: string) {
  const scored = template.continuation?.(question).text;
  const decision = template.decision?.(question);
  return {
    kind: question.kind,
    template: `${template.id}@${template.version}`,
    prompt: decision === undefined ? prompt : decisionText(prompt, decision),
    ...(scored !== undefined && { scored }),
  };
}

function answerText(answer: Answer, reply: string): string {
  if (typeof answer === "number") return String(answer);
  if ("nats" in answer)
    return `${answer.nats} nats over ${answer.tokens} tokens:\n${tokenizedText(reply)}`;
  const listed = answer.labels.map((label, i) => `${label}: ${answer.masses[i]}`);
  return [...listed, ...(answer.other === undefined ? [] : [`(OTHER): ${answer.other}`])].join(
    "\n",
  );
}
