import type { PromptParts } from "@promptnce/core";
import { quote } from "./quote.ts";

/**
 * The names of a body's `{{slots}}`, by which the compiler refuses a template that leaves one out
 * or has another.
 */
export type SlotName<Body extends string> = Body extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | SlotName<Rest>
  : never;

const compiled = new Map<string, ReturnType<typeof compile>>();

/** The body {@link compile}d, once. */
function cut(body: string): ReturnType<typeof compile> {
  const made = compiled.get(body) ?? compile(body);
  compiled.set(body, made);
  return made;
}

/**
 * The body cut at its `{{slots}}`, and what it matches when it is filled. Braces that name no slot
 * are text.
 */
function compile(body: string) {
  // Fixed text at the even places, the name of a slot, being a captured group, at the odd ones.
  const parts = body.split(/\{\{([^{}\n]+)\}\}/);
  const slots: string[] = [];
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return asPattern(part);
    const group = slots.indexOf(part) + 1;
    // In a group of its own, since a digit may follow.
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
 * The text of each slot in a filled body, or `undefined` where the text was not made from it: the
 * inverse of
 * {@link fill}. A slot that occurs twice must have the same text twice. Where a value repeats the
 * fixed text that follows it, the earlier slot takes the longest text it can.
 */
export function unfill(body: string, text: string): ReadonlyMap<string, string> | undefined {
  const { slots, filled } = cut(body);
  const [whole, ...texts] = filled.exec(text) ?? [];
  return whole === undefined ? undefined : new Map(slots.map((slot, i) => [slot, texts[i] ?? ""]));
}

/**
 * What fills a place in a body. `write` is a property: so the compiler refuses one whose question
 * lacks a part.
 */
export interface Slot<Question> {
  /** A description for users who fill the body with their own program. */
  readonly about: string;
  readonly write: (question: Question) => string;
  /**
   * Reads the part of the question back from the written text; absent where the text only sets the
   * scene.
   */
  readonly read: (text: string) => PromptParts;
}

/** One difference from another body: a text in the place of another. */
export interface Change {
  readonly replace: string;
  readonly by: string;
}

/**
 * A body with changes made in turn. Throws where one's place is not in it once: the body was
 * changed on its own.
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
