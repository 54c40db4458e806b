/**
 * The names of the `{{slots}}` of a body, read off its text by the compiler: a template that
 * leaves one out, or fills one that the body does not have, does not compile.
 */
export type SlotName<Body extends string> = Body extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | SlotName<Rest>
  : never;

/** A stretch of a body: fixed text, or the place of a slot. */
export type Segment = { readonly text: string } | { readonly slot: string };

const cut = new Map<string, readonly Segment[]>();

/** The body cut at its `{{slots}}`, in order. Braces that name no slot are text. */
export function segments(body: string): readonly Segment[] {
  const known = cut.get(body);
  if (known !== undefined) return known;
  // Splitting at a captured group puts the captures, here the slot names, at the odd places.
  const made = body.split(/\{\{(\w+)\}\}/).map((part, index) => (index % 2 === 0 ? { text: part } : { slot: part }));
  cut.set(body, made);
  return made;
}

/** The names of the body's slots, each once, in the order in which they first occur. */
export function slotNames(body: string): readonly string[] {
  return Array.from(new Set(segments(body).flatMap((segment) => ("slot" in segment ? [segment.slot] : []))));
}

/**
 * The body with every slot replaced by its value, in one pass: a value is never looked at again,
 * so `{{` and `$&` in it stay as they are.
 */
export function fill(body: string, value: (slot: string) => string): string {
  return segments(body)
    .map((segment) => ("slot" in segment ? value(segment.slot) : segment.text))
    .join("");
}

/**
 * The text of each slot in a filled body, or `undefined` where the text was not made from it: the
 * inverse of {@link fill}. A slot that occurs twice must have the same text twice. Where a value
 * repeats the fixed text that follows it, the earlier slot takes the longest text it can.
 */
export function unfill(body: string, text: string): ReadonlyMap<string, string> | undefined {
  const { slots, matches } = pattern(body);
  const match = matches.exec(text);
  // The whole match comes first, then the text of each slot.
  return match === null ? undefined : new Map(slots.map((slot, i) => [slot, match[i + 1] ?? ""]));
}

interface Pattern {
  /** The slots in the order of their groups. */
  readonly slots: readonly string[];
  readonly matches: RegExp;
}

const patterns = new Map<string, Pattern>();

function pattern(body: string): Pattern {
  const known = patterns.get(body);
  if (known !== undefined) return known;

  const slots: string[] = [];
  const source = segments(body).map((segment) => {
    if ("text" in segment) return segment.text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    const group = slots.indexOf(segment.slot) + 1;
    // In a group of its own, as a digit may follow.
    if (group > 0) return `(?:\\${group})`;
    slots.push(segment.slot);
    return "(.*)";
  });
  const made = { slots, matches: new RegExp(`^${source.join("")}$`, "s") };
  patterns.set(body, made);
  return made;
}
