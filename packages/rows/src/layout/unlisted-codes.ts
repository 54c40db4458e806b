import { countText, type Sentence } from "@promptnce/core/errors";

/** So many codes are named in a sentence, and counted at most. */
const [NAMED, MOST] = [5, 1000];

/** The codes that a codebook does not list, in one reading of a table. */
export class UnlistedCodes {
  readonly #codes = new Map<string, { count: number; readonly line: number }>();
  #count = 0;

  add(code: string, line: number): void {
    this.#count++;
    const found = this.#codes.get(code) ?? { count: 0, line };
    found.count++;
    if (this.#codes.size < MOST) this.#codes.set(code, found);
  }

  /** What was left out; none if the codebook lists every code. */
  notes(column: string): readonly Sentence[] {
    if (this.#count === 0) return [];
    const codes = [...this.#codes].toSorted(([, a], [, b]) => b.count - a.count);
    const named = codes.slice(0, NAMED).map(([code, { count, line }]) => {
      return `${JSON.stringify(code)} (${count === 1 ? "once" : `${countText(count)} times`}, first on line ${line})`;
    });
    const more = codes.length > NAMED ? [`${codes.length - NAMED} more`] : [];
    const listed = [...named, ...more].join(", ");
    return [
      (write) =>
        `${column} holds codes that ${write("labels")} does not list: ${listed}. These answers are left out.`,
    ];
  }
}
