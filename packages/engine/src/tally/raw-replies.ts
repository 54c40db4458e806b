import { isDoubtful, type Kind, type QuestionReading, type Reply } from "@promptnce/core";
import { countText, percentText } from "@promptnce/core/errors";

const NAMES = [
  "replies",
  "unreadable",
  "cut",
  "doubtful",
  "probabilities",
  "zeros",
  "outOfRange",
  "surplus",
] as const;

type Counts = Record<(typeof NAMES)[number], number>;

/**
 * The replies to one kind of question before any correction: how many could not be read
 * (`unreadable`), were read although they end in the middle (`cut`), or have masses that sum far
 * from one (`doubtful`). For the numbers in them, see `RawNumbers` in core. `sums`: the minimum,
 * quartiles and maximum of the sums of masses, to three digits.
 */
export type RawReplies = Readonly<Counts> & { readonly sums?: readonly number[] };

/** Raw replies by kind of question. */
export type RawByKind = { readonly [K in Kind]?: RawReplies };

/**
 * Tallies raw replies; memory does not grow with their number.
 *
 * @example
 * const tally = new RawTally();
 * const reading = { ok: false, reason: "no JSON" };
 * tally.add({ question: { kind: "open" }, reply: { text: "", stop: "end" }, reading });
 * tally.byKind.open; // → { replies: 1, unreadable: 1 }
 */
export class RawTally {
  readonly #kinds = new Map<
    Kind,
    { readonly counts: Counts; readonly sums: Map<number, number> }
  >();

  /** Adds a reply. Scored texts and failed requests are ignored. */
  add({ question: { kind }, reply, reading }: QuestionReading & { readonly reply: Reply }): void {
    if (kind === "likelihood" || reply.failure) return;
    const none = (): Counts => Object.fromEntries(NAMES.map((name) => [name, 0])) as Counts;
    const { counts, sums } = this.#kinds.get(kind) ?? {
      counts: none(),
      sums: new Map<number, number>(),
    };
    this.#kinds.set(kind, { counts, sums });
    counts.replies++;
    if (!reading.ok) counts.unreadable++;
    else if (reading.cut) counts.cut++;
    if (reading.ok && isDoubtful(reading.answer)) counts.doubtful++;
    const { sum, ...numbers } = reading.raw ?? {};
    for (const name of NAMES)
      if (name in numbers) counts[name] += numbers[name as keyof typeof numbers] ?? 0;
    if (sum === undefined) return;
    const shown = Number(sum.toPrecision(3));
    sums.set(shown, (sums.get(shown) ?? 0) + 1);
  }

  get byKind(): RawByKind {
    const kinds = Array.from(this.#kinds, ([kind, { counts, sums }]) => {
      return [kind, { ...counts, ...(sums.size > 0 && { sums: quartiles(sums) }) }] as const;
    });
    return Object.fromEntries(kinds.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** Minimum, quartiles and maximum; each is a value that occurs. */
function quartiles(counts: ReadonlyMap<number, number>): number[] {
  const values = Array.from(counts).toSorted(([a], [b]) => a - b);
  const last = values.reduce((sum, [, count]) => sum + count, 0) - 1;
  return [0, 0.25, 0.5, 0.75, 1].map((p) => {
    let before = 0;
    const [value] = values.find(([, count]) => {
      before += count;
      return before > p * last;
    })!;
    return value;
  });
}

/**
 * A sentence for people about the replies of each kind, without the full stop.
 *
 * @example
 * const counts = { replies: 8, unreadable: 1, cut: 0, doubtful: 0, surplus: 0 };
 * const [text] = rawTexts({ open: { ...counts, probabilities: 42, zeros: 3, outOfRange: 0 } });
 * text.startsWith("open (8): 7.1 % of the numbers are 0"); // → true
 */
export function rawTexts(byKind: RawByKind): string[] {
  return Object.entries(byKind).map(([kind, { sums, ...raw }]) => {
    const [least, , median, , most] = sums ?? [];
    const share = (count: number, of: number, what: string): string | false =>
      count > 0 && `${percentText(count / of)} ${what}`;
    const said = [
      sums !== undefined &&
        `masses sum to ${least === most ? least : `${least} to ${most}, median ${median}`}`,
      share(raw.doubtful, raw.replies, "sum far from one"),
      share(raw.zeros, raw.probabilities, "of the numbers are 0"),
      share(raw.outOfRange, raw.probabilities, "of the numbers are no probability"),
      raw.surplus > 0 && `numbers under other keys: ${raw.surplus}`,
      share(raw.cut, raw.replies, "cut, but whole enough"),
      share(raw.unreadable, raw.replies, "unreadable"),
    ];
    const odd = said.filter((part) => part !== false).join("; ");
    return `${kind} (${countText(raw.replies)}): ${odd || "nothing odd"}`;
  });
}
