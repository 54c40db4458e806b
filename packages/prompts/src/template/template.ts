import type { Kind, Question, QuestionOf, Template } from "@promptnce/core";
import { fill, segments, unfill } from "../slots/body.ts";
import { type CandidateKeys, ownLabels } from "../slots/candidate-keys.ts";
import type { InterventionName, InterventionNamed } from "../slots/intervention-named.ts";
import type { ScoringTexts } from "./likelihood-template.ts";
import { otherKey } from "../slots/other-key.ts";
import { readers } from "../reading/readers.ts";
import type { PromptParts, Slot } from "../slots/slot.ts";
import type { SlotName } from "../slots/slot-name.ts";
import { templateId, templateIdOf } from "./template-id.ts";

/** A wording of one kind of question about one task. */
export interface PromptTemplate extends Template {
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
  /** Of the kind `likelihood`: the rest of the dialogue that is scored. */
  readonly scoring?: ScoringTexts;
  /** What a rendered prompt says of its question; `undefined` where it is not of this template. */
  unrender(prompt: string): PromptParts | undefined;
}

/** The kinds that a prompt asks about; of the other, `likelihood`, an answer is scored. */
export type AskedKind = Exclude<Kind, "likelihood">;

/** What a template is asked: a question of its kind, with the intervention it is for. */
type Taken<K extends AskedKind, N extends InterventionName> = QuestionOf<K> &
  ([N] extends [never] ? unknown : { readonly intervention: InterventionNamed<N> });

/** All that a template is made of. */
export interface Definition<K extends AskedKind, Body extends string, N extends InterventionName = never> {
  readonly task: string;
  readonly kind: K;
  /** Only of the kind `conditional`: another way of asking for it. */
  readonly intervention?: N;
  readonly version: number;
  readonly body: Body;
  readonly slots: { readonly [Name in SlotName<Body>]: Slot<Taken<K, N>> };
  /** By what keys a reply names the candidates; by their labels if not given. */
  readonly keys?: CandidateKeys;
  /** The key of the category OTHER beside those keys; by {@link otherKey} if not given. */
  readonly other?: (keys: readonly string[]) => string;
  /** True where one rater may choose several labels, so that P(y|x) over labels sums above one. */
  readonly severalLabels?: boolean;
}

/**
 * A template, its slots checked against the body by the compiler. Throws where plain JavaScript
 * got past the compiler with a slot unfilled or unknown. The template throws where it is given a
 * question of another task, kind or intervention.
 */
export function defineTemplate<K extends AskedKind, const Body extends string, N extends InterventionName = never>(
  definition: Definition<K, Body, N>,
): PromptTemplate {
  const { task, kind, intervention, version, body } = definition;
  const { keys = ownLabels, other = otherKey, severalLabels = false } = definition;
  const id = templateId(task, kind, intervention);
  const slots = slotsOf<Taken<K, N>>(id, body, definition.slots);

  const own = (question: Question): Taken<K, N> => {
    const asked = templateIdOf(question);
    if (asked === id) return question as Taken<K, N>;
    throw new Error(`The template ${id} cannot take a question of ${asked}: use findTemplate.`);
  };

  return {
    id,
    version,
    task,
    kind,
    ...(intervention === undefined ? {} : { intervention }),
    body,
    slots: Object.fromEntries(Array.from(slots, ([name, slot]) => [name, slot.about])),
    render: (question) => {
      const asked = own(question);
      return fill(body, (name) => slots.get(name)!.write(asked));
    },
    parse: (question, reply) => readers[kind](own(question), reply, { keys, other, severalLabels }),
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
