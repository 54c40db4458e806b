import { readReply } from "@promptnce/core";
import type { Answer, FindTemplate, Question, Reading } from "@promptnce/core";
import { readJournal } from "@promptnce/providers";

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
export interface Wanted {
  readonly place: number;
  readonly question: Question;
  readonly findTemplate: FindTemplate;
}

/**
 * The wanted questions in their places, by the journal's keys: streams the journal once and reads
 * again what is wanted; what it does not hold is there as never asked.
 */
export function repliesOf(wanted: ReadonlyMap<string, Wanted>, store: string): AskedQuestion[] {
  const questions: AskedQuestion[] = [];
  for (const one of wanted.values()) questions[one.place] = unasked(one);
  for (const { key, prompt, reply } of readJournal(store, () => {})) {
    const found = wanted.get(key);
    if (!found) continue;
    const reading = readReply(found.findTemplate(found.question), found.question, reply);
    questions[found.place] = {
      ...unasked(found),
      prompt,
      reply: reply.text,
      stop: reply.stop,
      read: readText(reading),
      ok: reading.ok,
      notes: reading.ok ? reading.notes : [],
    };
  }
  return questions;
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

function readText(reading: Reading): string {
  return reading.ok ? answerText(reading.answer) : reading.reason;
}

function answerText(answer: Answer): string {
  if (typeof answer === "number") return String(answer);
  if ("nats" in answer) return `${answer.nats} nats over ${answer.tokens} tokens`;
  const listed = answer.labels.map((label, i) => `${label}: ${answer.masses[i]}`);
  return [...listed, ...(answer.other === undefined ? [] : [`(OTHER): ${answer.other}`])].join(
    "\n",
  );
}
