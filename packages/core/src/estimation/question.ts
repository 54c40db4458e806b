import type { Reply, Request } from "../provider.ts";
import type { Kind, Query, Question, QuestionOf, Reading, Template } from "../types.ts";

/**
 * The question for a query in a task; `sample` numbers repeated draws.
 *
 * @example
 * questionOf({ kind: "marginal", y: "PUSH" }, "words");
 * // → { kind: "marginal", y: "PUSH", task: "words", sample: 0 }
 */
export function questionOf(query: Query, task: string, sample = 0): Question {
  return { ...query, task, sample } as Question;
}

/**
 * A key that is equal for two questions exactly if they ask the same: with the fields of x in any
 * order, and candidates in the order shown.
 *
 * @example
 * const asked = (candidates) => ({
 *   kind: "closed",
 *   task: "words",
 *   sample: 0,
 *   x: { cue: "SHOVE" },
 *   candidates,
 * });
 * questionKey(asked(["PUSH", "PULL"])) === questionKey(asked(["PULL", "PUSH"])); // → false
 */
export function questionKey(question: Question): string {
  let text = "";
  for (const name of members) {
    const value: unknown = question[name as keyof Question];
    if (value !== undefined) text += `${text && ","}"${name}":${textOf(value)}`;
  }
  return `{${text}}`;
}

/**
 * All fields of a question. A new field that is missing here does not compile, since it would not
 * be part of the key.
 */
const fields: Readonly<Record<{ [K in Kind]: keyof QuestionOf<K> }[Kind], true>> = {
  candidates: true,
  context: true,
  grounding: true,
  intervention: true,
  kind: true,
  rotation: true,
  sample: true,
  scoring: true,
  task: true,
  x: true,
  y: true,
};
const members = Object.keys(fields).sort();

/**
 * The texts of objects that questions share and nothing changes: an x, candidates, shown examples.
 */
const texts = new WeakMap<object, string>();

function textOf(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const text =
    texts.get(value) ?? (Array.isArray(value) ? `[${value.map(textOf).join()}]` : inOrder(value));
  texts.set(value, text);
  return text;
}

function inOrder(value: object): string {
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, own]) => `${JSON.stringify(name)}:${textOf(own)}`).join()}}`;
}

/**
 * The request that is sent to a model for a question; the only place that makes one from the other.
 *
 * @example
 * import { findTemplate } from "@promptnce/prompts";
 * const question = questionOf({ kind: "marginal", y: "PUSH" }, "words");
 * requestOf(findTemplate(question), question).prompt.includes("PUSH"); // → true
 */
export function requestOf(template: Template, question: Question): Request {
  if (last?.template !== template || last.question !== question) {
    last = { template, question, request: rendered(template, question) };
  }
  return last.request;
}

/** The last request, reused because a question is looked up in a store before it is sent. */
let last:
  | { readonly template: Template; readonly question: Question; readonly request: Request }
  | undefined;

function rendered(template: Template, question: Question): Request {
  const schema = template.schema?.(question);
  const grammar = template.grammar?.(question);
  const continuation = template.continuation?.(question);
  const options = template.options?.(question);
  const decision = template.decision?.(question);
  const { id, version, body } = template;
  return {
    prompt: template.render(question),
    sample: question.sample,
    template: { id, version, ...(body !== undefined && { body }) },
    ...(schema !== undefined && { schema }),
    ...(grammar !== undefined && { grammar }),
    ...(continuation !== undefined && { continuation }),
    ...(options !== undefined && { options }),
    ...(decision !== undefined && { decision }),
  };
}

/**
 * The function that reads the replies to a question, as {@link readReply} does. A reply seen twice
 * in a row, as by a provider that may ask again and by its caller, is parsed once.
 *
 * @example
 * import { findTemplate } from "@promptnce/prompts";
 * const question = questionOf({ kind: "conditional", x: { cue: "SHOVE" }, y: "PUSH" }, "words");
 * const read = readerOf(findTemplate(question), question);
 * read({ text: "I cannot say.", stop: "refusal" }).ok; // → false
 */
export function readerOf(template: Template, question: Question): (reply: Reply) => Reading {
  let last: { readonly reply: string; readonly reading: Reading } | undefined;
  return (reply) => {
    const id = `${reply.stop}\n${reply.text}`;
    if (last?.reply !== id) last = { reply: id, reading: readReply(template, question, reply) };
    return last.reading;
  };
}

/**
 * The reading of a reply under its template. Refusals and failed requests are never searched for
 * numbers. For an empty reply, the reason says where its tokens went. A reply cut at the token
 * limit counts if the template can read it; either way the reading notes the cut.
 *
 * @example
 * import { findTemplate } from "@promptnce/prompts";
 * const question = questionOf({ kind: "conditional", x: { cue: "SHOVE" }, y: "PUSH" }, "words");
 * readReply(findTemplate(question), question, { text: '{"p_apply": 0.4}', stop: "end" }).answer;
 * // → 0.4
 */
export function readReply(template: Template, question: Question, reply: Reply): Reading {
  if (reply.failure) return { ok: false, reason: `the request failed: ${reply.failure.message}` };
  if (reply.stop === "refusal") return { ok: false, reason: "the model refused to answer" };
  const { reasoningTokens = 0 } = reply.usage ?? {};
  if (reply.text.trim() === "" && reasoningTokens > 0) {
    const reason = `the reply is empty, since all of its ${reasoningTokens} tokens went into reasoning`;
    return { ok: false, reason };
  }
  const reading = template.parse(question, reply.text);
  if (reply.stop !== "length" || (reading.ok && reading.cut)) return reading;
  const cut = "cut off at the token limit";
  if (!reading.ok) return { ...reading, reason: `${cut}: ${reading.reason}` };
  return { ...reading, cut: true, notes: [...reading.notes, `${cut}, behind all that is needed`] };
}
