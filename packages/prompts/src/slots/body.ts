import type { PromptParts } from "@promptnce/core";
import { quote } from "./quote.ts";

/**
 * The names of a body's `{{slots}}`, which let the compiler reject a template that lacks one or has
 * an unknown one.
 */
export type SlotName<Body extends string> = Body extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | SlotName<Rest>
  : never;

const compiled = new Map<string, ReturnType<typeof compile>>();

/** The compiled body; each body is compiled once. */
function cut(body: string): ReturnType<typeof compile> {
  const made = compiled.get(body) ?? compile(body);
  compiled.set(body, made);
  return made;
}

/**
 * The body split at its `{{slots}}`, and the pattern that a filled body matches. Braces that name
 * no slot are text.
 */
function compile(body: string) {
  // Fixed text is at the even places, and the name of a slot, a captured group, at the odd ones.
  const parts = body.split(/\{\{([^{}\n]+)\}\}/);
  const slots: string[] = [];
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return asPattern(part);
    const group = slots.indexOf(part) + 1;
    // It has a group of its own, since a digit may follow.
    if (group > 0) return `(?:\\${group})`;
    slots.push(part);
    return "(.*)";
  });
  return { parts, slots, filled: new RegExp(`^${source.join("")}$`, "s") };
}

/** A pattern that matches exactly this text. */
export function asPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** The names of the body's slots, each once, in the order in which they first occur. */
export function slotNames(body: string): readonly string[] {
  return cut(body).slots;
}

/**
 * The body with every slot replaced by its value, in one pass: `{{` and `$&` in a value stay as
 * they are.
 */
export function fill(body: string, value: (slot: string) => string): string {
  return cut(body)
    .parts.map((part, index) => (index % 2 === 0 ? part : value(part)))
    .join("");
}

/**
 * The text of each slot in a filled body, or `undefined` if the text was not made from it: the
 * inverse of {@link fill}. A slot that occurs twice must have the same text twice. If a value
 * repeats the fixed text that follows it, the earlier slot takes the longest text it can.
 */
export function unfill(body: string, text: string): ReadonlyMap<string, string> | undefined {
  const { slots, filled } = cut(body);
  const [whole, ...texts] = filled.exec(text) ?? [];
  return whole === undefined ? undefined : new Map(slots.map((slot, i) => [slot, texts[i] ?? ""]));
}

/**
 * A filler of a slot in a body. `write` is a property, so that the compiler rejects a slot whose
 * question lacks a part.
 */
export interface Slot<Question> {
  /** A description for users who fill the body with their own program. */
  readonly about: string;
  readonly write: (question: Question) => string;
  /**
   * Reads its part of the question back from the written text; empty if the text only sets the
   * scene.
   */
  readonly read: (text: string) => PromptParts;
}

/** One change to another body: a text and its replacement. */
export interface Change {
  readonly replace: string;
  readonly by: string;
}

/**
 * A body after changes are applied in turn. Throws if the text to replace does not occur exactly
 * once, since the body was then changed on its own.
 */
export function derivedBody(body: string, changes: readonly Change[]): string {
  return changes.reduce((text, { replace: place, by }) => {
    const parts = text.split(place);
    if (parts.length !== 2) {
      throw new Error(
        `A prompt is derived from another by a change at ${quote(place)}, which must stand in it once and stands there ${parts.length - 1} times: change the two texts together.`,
      );
    }
    return parts.join(by);
  }, body);
}
