import { quote } from "../slots/quote.ts";
import type { FoundObject } from "./json-objects.ts";

/** The numbers of one object of a reply, and its position. */
interface Answer extends FoundObject {
  readonly ok: true;
  readonly values: readonly number[];
  readonly notes: readonly string[];
}

/** Words before the answer that a reply settles on, and words before one that it only considers. */
const FINAL =
  /\b(final|correct(ed|ion)?|revised?|instead|actual(ly)?|adjusted|normali[sz]ed|rescaled|updated|wait|no(?=[,:])|rather)\b/gi;
const CONSIDERED =
  /\b(draft|initial(ly)?|first (guess|thought|attempt|pass)|(for|an) example|e\.g\.|format|template|sample)\b/gi;

/** The number of characters before an object that may say what it is. */
const LEAD = 200;

/**
 * The answer that a reply clearly means, of several in its order: the only one, counting equal ones
 * once; the one after the reasoning; or the one that its words call final rather than considered. A
 * reply with any two other answers has none.
 */
export function meantAnswer<A extends Answer>(
  reply: string,
  answers: readonly A[],
): A | { readonly ok: false; readonly reason: string } {
  const thought = reply.lastIndexOf("</think>");
  const behind = answers.filter(({ from }) => from > thought);
  const all = behind.length > 0 ? behind : answers;
  const last = all.at(-1) as A;
  const isSame = ({ values }: Answer): boolean =>
    values.every((value, place) => value === last.values[place]);
  if (all.every(isSame)) return last;
  const weights = all.map(({ from }, place) => {
    const before = all[place - 1];
    const start = before === undefined ? 0 : before.from + before.text.length;
    return weightOf(reply.slice(Math.max(start, from - LEAD), from));
  });
  const most = Math.max(...weights);
  const [meant, ...others] = all.filter((_, place) => weights[place] === most);
  if (meant !== undefined && others.length === 0) {
    const note = `read the one of ${all.length} differing objects that the reply calls its answer`;
    return { ...meant, notes: [...meant.notes, note] };
  }
  const [first] = all.filter((one) => !isSame(one)) as [A];
  return {
    ok: false,
    reason: `the reply has two answers that differ: ${quote(first.text)} and ${quote(last.text)}`,
  };
}

/** Whether the text before an object calls it final (1) or considered (−1), by its last such word. */
function weightOf(lead: string): number {
  const lastOf = (words: RegExp): number =>
    Array.from(lead.matchAll(words), ({ index }) => index).at(-1) ?? -1;
  return Math.sign(lastOf(FINAL) - lastOf(CONSIDERED));
}
