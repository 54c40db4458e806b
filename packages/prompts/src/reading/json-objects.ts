/**
 * The maximum number of braces examined, since a model caught in a loop may fill a reply with them.
 */
const most = 100;

/** The text of an object, and its position in the whole text. */
export interface FoundObject {
  readonly text: string;
  readonly from: number;
}

/** The maximum number of characters examined for objects that stray braces seem to open. */
const mostBehindStrays = 5_000_000;

/**
 * The last hundred balanced `{…}` of a text, in the order of their closing braces: inner before
 * outer. Prose and code fences may surround them. A stray `{` in prose is skipped, and braces
 * inside double-quoted strings do not count. If an object is opened as JSON opens one and never
 * closed, the text is `cut`: then that object is the only one, closed after the last of its
 * complete members. There is none with over a hundred stray braces, or with fewer in a long text.
 */
export function jsonObjects(text: string): {
  readonly objects: readonly FoundObject[];
  readonly cut: boolean;
} {
  const objects: FoundObject[] = [];
  let strays = 0;
  let looked = 0;
  let start = text.indexOf("{");
  while (start !== -1) {
    const { spans, whole } = balanced(text, start);
    const outermost = spans.at(-1);
    // Objects inside a truncated object, or before it, are not the answer that the reply was about
    // to give.
    if (outermost === undefined && opensAnObject(text, start)) {
      return { objects: [{ text: `${text.slice(start, whole)}}`, from: start }], cut: true };
    }
    if (outermost === undefined) {
      strays++;
      looked += text.length - start;
      if (strays > most || looked > mostBehindStrays) return { objects: [], cut: true };
    }
    objects.push(...spans.slice(-most).map(([from, to]) => ({ text: text.slice(from, to), from })));
    start = text.indexOf("{", outermost?.[1] ?? start + 1);
  }
  return { objects: objects.slice(-most), cut: false };
}

/**
 * The span of the object opened at `start`, after those inside it; none if it is never closed.
 * `whole` is the position up to which its members are then complete. A number at the very end of
 * the text is not complete, since some of its digits may be missing.
 */
function balanced(text: string, start: number) {
  const spans: (readonly [from: number, to: number])[] = [];
  const opened: number[] = [];
  let brackets = 0;
  let whole = start + 1;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inString && character === "\\") at++;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === "{") opened.push(at);
    else if (character === "[") brackets++;
    else if (character === "]") brackets--;
    else if (character === "," && opened.length === 1 && brackets === 0) whole = at;
    else if (character === "}") {
      spans.push([opened.pop()!, at + 1]);
      if (opened.length === 0) return { spans, whole };
    }
  }
  const end = text.trimEnd();
  const ended = end.endsWith('"') || (end !== text && /\d$/.test(end));
  const atTop = !inString && opened.length === 1 && brackets === 0;
  return { spans: [], whole: ended && atTop ? text.length : whole };
}

/**
 * Whether `{` is followed by a key's quotation mark or by the end of the text, so that it is not
 * prose.
 */
function opensAnObject(text: string, start: number): boolean {
  const next = /\S/g;
  next.lastIndex = start + 1;
  const [character] = next.exec(text) ?? [];
  return character === undefined || `"'“`.includes(character);
}
