/** How many of how many people gave a label. */
export interface VoteShare {
  readonly given: number;
  readonly people: number;
}

const OF = /^(\d+)\s*(?:\/|of|out of)\s*(\d+)$/i;
const PERCENT = /^(\d+(?:\.\d+)?|\.\d+)\s*%$/;

/**
 * The votes in a cell such as `4/5`, `4 of 5` or `80 %`, which is a share of one; `undefined` for
 * any other text, and for more votes than people.
 *
 * @example
 * voteShare("4 of 5"); // → { given: 4, people: 5 }
 */
export function voteShare(text: string): VoteShare | undefined {
  const plain = text.trim();
  const [, part, whole] = OF.exec(plain) ?? [];
  if (part !== undefined && whole !== undefined) {
    const [given, people] = [Number(part), Number(whole)];
    return people > 0 && given <= people ? { given, people } : undefined;
  }
  const percent = Number(PERCENT.exec(plain)?.[1] ?? Number.NaN);
  return percent <= 100 ? { given: percent / 100, people: 1 } : undefined;
}

/**
 * Counts the people of rows that each have a share of the votes for an x: rows of one x with
 * different labels share their people, and a label that comes again is of others.
 */
export class VotersOnce {
  readonly #times = new Map<string, number>();
  readonly #rounds = new Map<string, number>();

  /** Whether a row's people are counted by no earlier row. */
  isFirst(x: string, y: string): boolean {
    const pair = JSON.stringify([x, y]);
    const times = (this.#times.get(pair) ?? 0) + 1;
    this.#times.set(pair, times);
    if (times <= (this.#rounds.get(x) ?? 0)) return false;
    this.#rounds.set(x, times);
    return true;
  }
}
