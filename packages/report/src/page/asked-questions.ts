import {
  type Answer,
  type FindTemplate,
  type Question,
  questionKey,
  readReply,
  type Reply,
} from "@promptnce/core";
import { tokenizedText } from "@promptnce/prompts";
import { type AskedHow, keyOfQuestion, type StoredReplies } from "@promptnce/engine";

/** A question with what was sent, what came back and how it was read, for the page. */
export interface AskedQuestion {
  readonly kind: string;
  readonly template: string;
  readonly prompt: string;
  /** The text behind the prompt whose log-probability was asked for, where that is the question. */
  readonly scored?: string;
  readonly reply: string;
  readonly stop: string;
  /** The answer as text, or why there is none. */
  readonly read: string;
  readonly ok: boolean;
  readonly notes: readonly string[];
}

/** A question that estimates rest on, with the wordings it was asked in. */
interface Wanted {
  readonly place: number;
  readonly question: Question;
  readonly findTemplate: FindTemplate;
}

/** The questions that the estimates on a page rest on, none so far; what several rest on is there once. */
export class WantedQuestions {
  readonly #wanted = new Map<string, Wanted>();
  readonly #answers = new Map<Wanted, AskedQuestion>();
  /** By what is asked, since methods share questions: a request's key takes a whole prompt. */
  readonly #places = new WeakMap<AskedHow, Map<string, number>>();

  /** The places of these questions, asked so; of new ones behind all others. */
  placesOf(questions: readonly Question[], how: AskedHow): number[] {
    const places = this.#places.get(how) ?? new Map<string, number>();
    this.#places.set(how, places);
    return questions.map((question) => {
      const asked = questionKey(question);
      const place = places.get(asked);
      if (place !== undefined) return place;
      const key = keyOfQuestion(question, how);
      const known = this.#wanted.get(key) ?? {
        place: this.#wanted.size,
        question,
        findTemplate: how.findTemplate,
      };
      this.#wanted.set(key, known);
      places.set(asked, known.place);
      return known.place;
    });
  }

  /** {@link questions} once a store is streamed. */
  async readFrom(store: StoredReplies): Promise<AskedQuestion[]> {
    for await (const _ of this.noting(store).entries()) {
    }
    return this.questions;
  }

  /** The store, of whose entries those that are wanted are read as whoever streams it comes to them. */
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

  /** All of them, in their places; one of which no reply was noted is there as never asked. */
  get questions(): AskedQuestion[] {
    return Array.from(this.#wanted.values(), (one) => this.#answers.get(one) ?? unasked(one));
  }
}

function answered(wanted: Wanted, prompt: string, reply: Reply): AskedQuestion {
  const { question, findTemplate } = wanted;
  const reading = readReply(findTemplate(question), question, reply);
  return {
    ...unasked(wanted),
    prompt,
    reply: reply.text,
    stop: reply.stop,
    read: reading.ok ? answerText(reading.answer, reply.text) : reading.reason,
    ok: reading.ok,
    notes: reading.ok ? reading.notes : [],
  };
}

function unasked({ question, findTemplate }: Wanted): AskedQuestion {
  const template = findTemplate(question);
  const scored = template.continuation?.(question).text;
  return {
    kind: question.kind,
    template: `${template.id}@${template.version}`,
    prompt: template.render(question),
    ...(scored !== undefined && { scored }),
    reply: "",
    stop: "",
    read: "never asked",
    ok: false,
    notes: [],
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
