import type { Decision, Kind, PromptParts, Question, QuestionOf, Template } from "@promptnce/core";
import { fill, type Slot, type SlotName, slotNames, unfill } from "../slots/body.ts";
import { otherKey, ownLabels } from "../slots/candidates.ts";
import type { InterventionName, InterventionOf } from "../slots/intervention-slots.ts";
import { readAnswer, type SetReading } from "../reading/read-answer.ts";
import type { AskedKind } from "../reading/reply-key.ts";
import { replySchema } from "./reply-schema.ts";

/** The parts of a scored dialogue that are not in its body. */
export interface ScoringTexts {
  /** The system turn of a chat; the first paragraph of a plain text. */
  readonly system: string;
  /** The user's turn where the null context is a premise: what y is about, and no x. */
  readonly premise: string;
  /** The one character between a plain prompt and y, scored with y. */
  readonly lead: " " | "\n";
}

/** The text of a template, and the question that it is about, as plain data. */
export interface TemplateText {
  /** `task/kind`, or `task/kind/intervention`. */
  readonly id: string;
  /** Raised whenever the text changes: answers to two wordings never mix. */
  readonly version: number;
  readonly task: string;
  readonly kind: Kind;
  /** The way of asking for a conditional; absent for the plain one and for the other kinds. */
  readonly intervention?: InterventionName;
  /** The text, with `{{slots}}`. */
  readonly body: string;
  /** What goes into each slot, in words. */
  readonly slots: Readonly<Record<string, string>>;
  /** For the kind `likelihood`: the rest of the dialogue that is scored. */
  readonly scoring?: ScoringTexts;
}

/** A wording of one kind of question about one task. */
export interface PromptTemplate extends Template, TemplateText {
  readonly body: string;
  /**
   * The parts of the question that a rendered prompt asks, given the question put about it to a
   * decision model; `undefined` if this template did not render it.
   */
  unrender(prompt: string, decision?: Decision): PromptParts | undefined;
  /**
   * The same question in another text with the same `{{slots}}`; throws for other slots. Absent for
   * a template whose text is scored, not answered.
   */
  readonly reworded?: ((body: string) => PromptTemplate) | undefined;
}

/**
 * The parts of a template before they are checked. Without `keys` and `other`, a reply is keyed by
 * the labels and {@link otherKey}.
 */
export interface Wording extends Partial<SetReading> {
  readonly task: string;
  readonly kind: AskedKind;
  /** The way of asking for a conditional; absent for the plain one and for the other kinds. */
  readonly intervention?: InterventionName;
  /** Raised whenever the text changes. */
  readonly version: number;
  /** The text, with `{{slots}}`. */
  readonly body: string;
  /** How each slot of the body is filled and read back. */
  readonly slots: Readonly<Record<string, Slot<never>>>;
}

/** The questions that a template accepts: of its kind, with its intervention. */
type AcceptedQuestion<K extends AskedKind, N extends InterventionName> = QuestionOf<K> &
  ([N] extends [never] ? unknown : { readonly intervention: InterventionOf<N> });

/** A wording whose slots the compiler checks against its body. */
export interface Definition<
  K extends AskedKind,
  Body extends string,
  N extends InterventionName = never,
> extends Wording {
  readonly kind: K;
  readonly intervention?: N;
  readonly body: Body;
  readonly slots: { readonly [Name in SlotName<Body>]: Slot<AcceptedQuestion<K, N>> };
}

/**
 * The template of a definition: {@link templateOf}, with slots that the compiler checks. Throws if
 * plain JavaScript bypassed the compiler with a wrong slot.
 *
 * @example
 * const body = 'How often is {{target}} said? Answer as {"p_base": 0.5}.';
 * const wording = { task: "words", kind: "marginal", version: 2, body, slots: { target } };
 * const question = { kind: "marginal", task: "words", sample: 0, y: "SEA" };
 * defineTemplate(wording).parse(question, '{"p_base": 0.004}').answer; // → 0.004
 */
export function defineTemplate<
  K extends AskedKind,
  const Body extends string,
  N extends InterventionName = never,
>(definition: Definition<K, Body, N>): PromptTemplate {
  return templateOf(definition);
}

/**
 * The template of a wording. Throws if a slot is missing or unknown; the template throws for a
 * question that is not its own.
 */
export function templateOf(wording: Wording): PromptTemplate {
  const { task, kind, intervention, version, body } = wording;
  const { keys = ownLabels, other = otherKey, severalLabels = false } = wording;
  const id = templateId(wording);
  const slots = new Map(Object.entries(wording.slots));
  const places = slotNames(body);
  for (const name of places) {
    if (!slots.has(name))
      throw new Error(`The template ${id} fills no {{${name}}}: add ${name} to its slots.`);
  }
  for (const name of slots.keys()) {
    if (!places.includes(name))
      throw new Error(`The body of ${id} has no {{${name}}}: take ${name} out of its slots.`);
  }

  return {
    id,
    version,
    task,
    kind,
    ...(intervention !== undefined && { intervention }),
    body,
    slots: Object.fromEntries(Array.from(slots, ([name, slot]) => [name, slot.about])),
    render: (question) => {
      const own = ownQuestion(id, kind, question);
      return fill(body, (name) => slots.get(name)!.write(own as never));
    },
    grammar: (question) => replySchema(ownQuestion(id, kind, question), wording, true),
    parse: (question, reply) =>
      readAnswer(ownQuestion(id, kind, question), reply, { keys, other, severalLabels }),
    reworded: (text) => templateOf({ ...wording, body: text }),
    unrender: (prompt) => {
      const texts = unfill(body, prompt);
      return (
        texts &&
        Array.from(slots, ([name, slot]) => slot.read(texts.get(name)!)).reduce(mergeParts, {})
      );
    },
  };
}

/**
 * The union of two parts of one question; the fields of x, and those of a context, come from
 * several slots.
 */
export function mergeParts(one: PromptParts, two: PromptParts): PromptParts {
  const x = one.x || two.x ? { x: { ...one.x, ...two.x } } : {};
  const context = one.context || two.context ? { context: { ...one.context, ...two.context } } : {};
  return { ...one, ...two, ...x, ...context };
}

/** `task/kind`, and for another way of asking `task/kind/intervention`. */
export function templateId(of: {
  task: string;
  kind: Kind;
  intervention?: InterventionName | undefined;
}): string {
  return of.intervention === undefined
    ? `${of.task}/${of.kind}`
    : `${of.task}/${of.kind}/${of.intervention}`;
}

/** The id that the template of a question has, whether or not there is one. */
export function templateIdOf(question: Question): string {
  const { task, kind } = question;
  return templateId({
    task,
    kind,
    intervention: kind === "conditional" ? question.intervention?.name : undefined,
  });
}

/** The question, if it belongs to the template with that id; throws otherwise. */
export function ownQuestion<K extends Kind>(
  id: string,
  kind: K,
  question: Question,
): QuestionOf<K> {
  const asked = templateIdOf(question);
  if (asked === id) return question as QuestionOf<typeof kind>;
  throw new Error(`The template ${id} cannot take a question of ${asked}: use findTemplate.`);
}
