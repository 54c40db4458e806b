import type { Kind, Question, QuestionOf, Template } from "@promptnce/core";
import { fill, segments, unfill } from "./body.ts";
import { readers } from "./readers.ts";
import type { PromptParts, Slot } from "./slot.ts";
import type { SlotName } from "./slot-name.ts";

/** A wording of one kind of question about one task. */
export interface PromptTemplate extends Template {
  /** `task/kind`. */
  readonly id: string;
  /** Raised whenever the text changes: answers to two wordings never mix. */
  readonly version: number;
  readonly task: string;
  readonly kind: Kind;
  /** The text, with `{{slots}}`. */
  readonly body: string;
  /** What goes into each slot, in words. */
  readonly slots: Readonly<Record<string, string>>;
  /** What a rendered prompt says of its question; `undefined` where it is not of this template. */
  unrender(prompt: string): PromptParts | undefined;
}

/** All that a template is made of. */
export interface Definition<K extends Kind, Body extends string> {
  readonly task: string;
  readonly kind: K;
  readonly version: number;
  readonly body: Body;
  readonly slots: { readonly [Name in SlotName<Body>]: Slot<QuestionOf<K>> };
  /** True where one rater may choose several labels, so that P(y|x) over labels sums above one. */
  readonly severalLabels?: boolean;
}

/**
 * A template, its slots checked against the body by the compiler. Throws where plain JavaScript
 * got past the compiler with a slot unfilled or unknown. The template throws where it is given a
 * question of another task or kind.
 */
export function defineTemplate<K extends Kind, const Body extends string>(
  definition: Definition<K, Body>,
): PromptTemplate {
  const { task, kind, version, body, severalLabels = false } = definition;
  const id = `${task}/${kind}`;
  const slots = slotsOf<QuestionOf<K>>(id, body, definition.slots);

  const own = (question: Question): QuestionOf<K> => {
    const asked = `${question.task}/${question.kind}`;
    if (asked === id) return question as QuestionOf<K>;
    throw new Error(`The template ${id} cannot take a question of ${asked}: use findTemplate.`);
  };

  return {
    id,
    version,
    task,
    kind,
    body,
    slots: Object.fromEntries(Array.from(slots, ([name, slot]) => [name, slot.about])),
    render: (question) => {
      const asked = own(question);
      return fill(body, (name) => slots.get(name)!.write(asked));
    },
    parse: (question, reply) => readers[kind](own(question), reply, severalLabels),
    unrender: (prompt) => {
      const texts = unfill(body, prompt);
      if (texts === undefined) return undefined;
      return Array.from(slots, ([name, slot]) => slot.read(texts.get(name)!)).reduce(merge, {});
    },
  };
}

/** The slots by name: every one that the body has, and none that it has not. */
function slotsOf<Question>(
  id: string,
  body: string,
  given: Readonly<Record<string, Slot<Question>>>,
): ReadonlyMap<string, Slot<Question>> {
  const slots = new Map(Object.entries(given));
  const places = new Set(segments(body).flatMap((part) => ("slot" in part ? [part.slot] : [])));
  const unfilled = Array.from(places).find((name) => !slots.has(name));
  const unknown = Array.from(slots.keys()).find((name) => !places.has(name));
  if (unfilled !== undefined) {
    throw new Error(`The template ${id} fills no {{${unfilled}}}: add ${unfilled} to its slots.`);
  }
  if (unknown !== undefined) {
    throw new Error(`The body of ${id} has no {{${unknown}}}: take ${unknown} out of its slots.`);
  }
  return slots;
}

/** Two parts of one question; the fields of x come from several slots. */
function merge(one: PromptParts, two: PromptParts): PromptParts {
  const x = one.x || two.x ? { x: { ...one.x, ...two.x } } : {};
  return { ...one, ...two, ...x };
}
