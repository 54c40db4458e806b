/**
 * The members of an object in the order of its JSON text, including members with the same key. The
 * value is a number or a string, or `undefined` for anything else. Text that is not the valid JSON
 * of an object has no members.
 */
export function* membersOf(
  text: string,
): Generator<readonly [key: string, value: number | string | undefined]> {
  let depth = 0;
  let key: string | undefined;
  for (const [token] of text.matchAll(TOKEN)) {
    if (depth === 1 && key !== undefined) {
      if (token === ":") continue;
      yield [key, valueOf(token)];
      key = undefined;
    } else if (depth === 1 && token.startsWith('"')) {
      key = textOf(token);
    }
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
  }
}

/** A token of JSON: a string, a bracket, a colon, or a number or word. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]|[^\s{}[\]:,"]+/g;

function valueOf(token: string): number | string | undefined {
  if (token.startsWith('"')) return textOf(token);
  const number = Number(token);
  return Number.isNaN(number) ? undefined : number;
}

/** The text of a string as JSON writes it; most have no escapes. */
function textOf(token: string): string {
  return token.includes("\\") ? (JSON.parse(token) as string) : token.slice(1, -1);
}
