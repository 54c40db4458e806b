/**
 * The names of the `{{slots}}` of a body, read off its text by the compiler: a template that leaves one out, or fills
 * one that the body does not have, does not compile.
 */
export type SlotName<Body extends string> = Body extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | SlotName<Rest>
  : never;

interface Compiled {
  /** Fixed text at the even places, the name of a slot at the odd ones. */
  readonly parts: readonly string[];
  /** The names of the slots, each once, in the order in which they first occur. */
  readonly slots: readonly string[];
  /** What a filled body matches, with a group for each of the slots. */
  readonly filled: RegExp;
}

const compiled = new Map<string, Compiled>();

/** The body cut at its `{{slots}}`. Braces that name no slot are text. */
function compile(body: string): Compiled {
  const known = compiled.get(body);
  if (known !== undefined) return known;

  // Splitting at a captured group puts the captures at the odd places.
  const parts = body.split(/\{\{([^{}\n]+)\}\}/);
  const slots: string[] = [];
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return asPattern(part);
    const group = slots.indexOf(part) + 1;
    // In a group of its own, as a digit may follow.
    if (group > 0) return `(?:\\${group})`;
    slots.push(part);
    return "(.*)";
  });
  const made = { parts, slots, filled: new RegExp(`^${source.join("")}$`, "s") };
  compiled.set(body, made);
  return made;
}

/** A pattern of that very text. */
export function asPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** The names of the body's slots, each once, in the order in which they first occur. */
export function slotNames(body: string): readonly string[] {
  return compile(body).slots;
}

/**
 * The body with every slot replaced by its value, in one pass: a value is never looked at again, so `{{` and `$&` in it
 * stay as they are.
 */
export function fill(body: string, value: (slot: string) => string): string {
  return compile(body)
    .parts.map((part, index) => (index % 2 === 0 ? part : value(part)))
    .join("");
}

/**
 * The text of each slot in a filled body, or `undefined` where the text was not made from it: the inverse of
 * {@link fill}. A slot that occurs twice must have the same text twice. Where a value repeats the fixed text that
 * follows it, the earlier slot takes the longest text it can.
 */
export function unfill(body: string, text: string): ReadonlyMap<string, string> | undefined {
  const { slots, filled } = compile(body);
  const match = filled.exec(text);
  // The whole match comes first, then the text of each slot.
  return match === null ? undefined : new Map(slots.map((slot, i) => [slot, match[i + 1] ?? ""]));
}
