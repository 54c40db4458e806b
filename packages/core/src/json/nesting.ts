/**
 * The deepest nesting accepted in foreign JSON: far deeper than anybody writes, and not deep enough
 * to exhaust a parser's stack.
 */
export const DEEPEST_JSON = 500;

/**
 * Whether lists and objects of a JSON text are nested more than {@link DEEPEST_JSON} deep; brackets
 * in strings are none.
 *
 * @example
 * isNestedTooDeep("[".repeat(DEEPEST_JSON + 1)); // → true
 */
export function isNestedTooDeep(text: string): boolean {
  // Nearly all texts open far fewer brackets than that, and native searches say so quickly.
  if (occurrences(text, "{") + occurrences(text, "[") <= DEEPEST_JSON) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString && character === "\\") at++;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    if (depth > DEEPEST_JSON) return true;
  }
  return false;
}

function occurrences(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
    count++;
  }
  return count;
}
