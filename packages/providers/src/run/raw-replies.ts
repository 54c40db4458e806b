import { type Elicitation, isDoubtful, type Kind } from "@promptnce/core";

/** What came of the replies to one kind of question, before anything was put right. */
export interface RawReplies {
  readonly replies: number;
  readonly unreadable: number;
  /** How many were read though they end in the middle. */
  readonly cut: number;
  /** The probabilities that were asked for and given, where a reply gave all of them; and how many of these are what. */
  readonly probabilities: number;
  readonly zeros: number;
  readonly outOfRange: number;
  /** Numbers under keys that nobody asked for. */
  readonly surplus: number;
  /** How many replies are answers all the same whose masses summed far from one. */
  readonly doubtful: number;
  /** The least sum of masses over a set, the quartiles and the greatest, to three digits; absent where there is none. */
  readonly sums?: readonly number[];
}

/** By kind of question. */
export type RawByKind = { readonly [K in Kind]?: RawReplies };

type Counts = { -readonly [Name in Exclude<keyof RawReplies, "sums">]: number };

/** Adds up what replies were like; nothing grows with their number. */
export class RawTally {
  readonly #kinds = new Map<Kind, { readonly counts: Counts; readonly sums: Map<number, number> }>();

  /** Of a text that was scored, and of a request that failed, there is nothing to add. */
  add({ question: { kind }, reply, reading }: Pick<Elicitation, "question" | "reply" | "reading">): void {
    if (kind === "likelihood" || reply.failure) return;
    const known = this.#kinds.get(kind) ?? { counts: { ...NONE }, sums: new Map<number, number>() };
    this.#kinds.set(kind, known);
    const { counts, sums } = known;
    counts.replies++;
    if (!reading.ok) counts.unreadable++;
    else if (reading.cut) counts.cut++;
    if (reading.ok && isDoubtful(reading.answer)) counts.doubtful++;
    if (reading.raw === undefined) return;
    const { sum, ...numbers } = reading.raw;
    for (const name of NUMBERS) counts[name] += numbers[name];
    const shown = sum === undefined ? undefined : Number(sum.toPrecision(3));
    if (shown !== undefined) sums.set(shown, (sums.get(shown) ?? 0) + 1);
  }

  get byKind(): RawByKind {
    const kinds = Array.from(this.#kinds).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      kinds.map(([kind, { counts, sums }]) => [kind, { ...counts, ...(sums.size > 0 && { sums: quartiles(sums) }) }]),
    );
  }
}

const NUMBERS = ["probabilities", "zeros", "outOfRange", "surplus"] as const;

const NONE: Counts = {
  replies: 0,
  unreadable: 0,
  cut: 0,
  probabilities: 0,
  zeros: 0,
  outOfRange: 0,
  surplus: 0,
  doubtful: 0,
};

/** Each a value that occurs. */
function quartiles(counts: ReadonlyMap<number, number>): number[] {
  const values = Array.from(counts).toSorted(([a], [b]) => a - b);
  const last = values.reduce((sum, [, count]) => sum + count, 0) - 1;
  return [0, 0.25, 0.5, 0.75, 1].map((p) => {
    let before = 0;
    return values.find(([, count]) => (before += count) > p * last)![0];
  });
}

/** What replies of each kind were like, a sentence without its point, for people. */
export function rawTexts(byKind: RawByKind): string[] {
  return Object.entries(byKind).map(([kind, { sums, ...raw }]) => {
    const [least, , median, , most] = sums ?? [];
    const share = (count: number, of: number, what: string): string | false =>
      count > 0 && `${((100 * count) / of).toFixed(1)} % ${what}`;
    const said = [
      sums && `masses sum to ${least === most ? least : `${least} to ${most}, median ${median}`}`,
      share(raw.doubtful, raw.replies, "sum far from one"),
      share(raw.zeros, raw.probabilities, "of the numbers are 0"),
      share(raw.outOfRange, raw.probabilities, "of the numbers are no probability"),
      raw.surplus > 0 && `${raw.surplus} numbers under other keys`,
      share(raw.cut, raw.replies, "cut, but whole enough"),
      share(raw.unreadable, raw.replies, "unreadable"),
    ].filter((part) => part !== undefined && part !== false);
    return `${kind} (${raw.replies.toLocaleString("en")}): ${said.join("; ") || "nothing odd"}`;
  });
}
