/** A stretch of a body: fixed text, or the place of a slot. */
export type Segment = { readonly text: string } | { readonly slot: string };

/** The body cut at its `{{slots}}`, in order. Braces that name no slot are text. */
export function segments(body: string): readonly Segment[] {
  // Splitting at a captured group puts the captures, here the slot names, at the odd places.
  return body
    .split(/\{\{(\w+)\}\}/)
    .map((part, index) => (index % 2 === 0 ? { text: part } : { slot: part }));
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
  const match = pattern(body).exec(text);
  return match === null ? undefined : new Map(Object.entries(match.groups ?? {}));
}

const patterns = new Map<string, RegExp>();

function pattern(body: string): RegExp {
  const known = patterns.get(body);
  if (known !== undefined) return known;

  const seen = new Set<string>();
  const source = segments(body).map((segment) => {
    if ("text" in segment) return segment.text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    if (seen.has(segment.slot)) return String.raw`\k<${segment.slot}>`;
    seen.add(segment.slot);
    return `(?<${segment.slot}>.*)`;
  });
  const made = new RegExp(`^${source.join("")}$`, "s");
  patterns.set(body, made);
  return made;
}
