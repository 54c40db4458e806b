/** What a scan of a reply found. */
export interface JsonObjects {
  /** The text of every balanced `{…}`, in the order of their closing braces: inner before outer. */
  readonly texts: readonly string[];
  /** True where an object is opened, as JSON opens one, and never closed. */
  readonly cutOff: boolean;
}

/**
 * The balanced `{…}` of a text, which may hold prose and code fences around them. Braces inside
 * double-quoted strings do not count. Prose may hold a stray `{`, which is passed over; that is
 * quadratic at worst, in a text of a few kilobytes.
 */
export function jsonObjects(text: string): JsonObjects {
  const texts: string[] = [];
  let start = text.indexOf("{");
  while (start !== -1) {
    const spans = balanced(text, start);
    const outermost = spans.at(-1);
    // Whatever stands inside it, or stood before it, is not what the reply was about to say.
    if (outermost === undefined && opensAnObject(text, start)) return { texts: [], cutOff: true };
    texts.push(...spans.map(([from, to]) => text.slice(from, to)));
    start = text.indexOf("{", outermost?.[1] ?? start + 1);
  }
  return { texts, cutOff: false };
}

type Span = readonly [from: number, to: number];

/** The span of the object opened at `start`, after those inside it; none if it is never closed. */
function balanced(text: string, start: number): readonly Span[] {
  const spans: Span[] = [];
  const opened: number[] = [];
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString && character === "\\") at++;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === "{") opened.push(at);
    else if (character === "}") {
      spans.push([opened.pop()!, at + 1]);
      if (opened.length === 0) return spans;
    }
  }
  return [];
}

/** True where `{` is followed by a key's quotation mark or by the end of the text: not prose. */
function opensAnObject(text: string, start: number): boolean {
  const next = text.slice(start + 1).trimStart()[0];
  return next === undefined || `"'“`.includes(next);
}
