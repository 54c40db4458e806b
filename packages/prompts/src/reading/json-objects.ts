/** A model caught in a loop fills a reply with braces: as many are looked at, whichever way. */
const most = 100;

/**
 * The balanced `{…}` of a text, the last hundred of them, in the order of their closing braces: inner before outer;
 * `undefined` of a text that is cut off, where an object is opened, as JSON opens one, and never closed. Prose and
 * code fences may stand around them, and prose may hold a stray `{`, which is passed over. Braces inside double-quoted
 * strings do not count. A text with more than a hundred strays counts as cut off.
 */
export function jsonObjects(text: string): readonly string[] | undefined {
  const texts: string[] = [];
  let strays = 0;
  let start = text.indexOf("{");
  while (start !== -1) {
    const spans = balanced(text, start);
    const outermost = spans.at(-1);
    if (outermost === undefined && (opensAnObject(text, start) || ++strays > most)) {
      // Whatever stands inside it, or stood before it, is not what the reply was about to say.
      return undefined;
    }
    texts.push(...spans.slice(-most).map(([from, to]) => text.slice(from, to)));
    start = text.indexOf("{", outermost?.[1] ?? start + 1);
  }
  return texts.slice(-most);
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
  const next = /\S/g;
  next.lastIndex = start + 1;
  const [character] = next.exec(text) ?? [];
  return character === undefined || `"'“`.includes(character);
}
