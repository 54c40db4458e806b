/** The characters that separate several labels in a cell, the surest first. */
const SEPARATORS = [";", "|", "\n", "#", ",", " "] as const;

type Separator = (typeof SEPARATORS)[number];

/** Beyond so many different parts, no further ones are followed. */
const MOST_PARTS = 50_000;

/** So often must two parts stand together, and never apart, to be one label with a comma. */
const TOGETHER = 4;

/** How often a part occurs, and beside others, and what stands there; `null` once that differs. */
interface Part {
  count: number;
  beside: number;
  before: string | null;
  after: string | null;
}

/** The parts of the cells of a column, by one separator. */
class Parts {
  readonly separator: Separator;
  readonly parts = new Map<string, Part>();
  /** The number of cells with several parts, and of those with a part twice. */
  cells = 0;
  repeated = 0;

  constructor(separator: Separator) {
    this.separator = separator;
  }

  add(text: string): void {
    const parts = partsOf(text, this.separator);
    if (parts.length > 1) this.cells++;
    if (new Set(parts).size < parts.length) this.repeated++;
    for (const [i, part] of parts.entries()) {
      const [before, after] = [parts[i - 1] ?? null, parts[i + 1] ?? null];
      this.#count(part, { before, after, beside: parts.length > 1 ? 1 : 0 });
    }
  }

  #count(text: string, one: Omit<Part, "count">): void {
    const part = this.parts.get(text);
    if (part === undefined) {
      if (this.parts.size < MOST_PARTS) this.parts.set(text, { count: 1, ...one });
      return;
    }
    part.count++;
    part.beside += one.beside;
    if (part.before !== one.before) part.before = null;
    if (part.after !== one.after) part.after = null;
  }

  /** The share of parts beside others that occur in another place too, as labels do. */
  get recurrence(): number {
    let [all, recurring] = [0, 0];
    for (const { count, beside } of this.parts.values()) {
      all += beside;
      if (count > 1) recurring += beside;
    }
    return recurring / all;
  }

  /** The parts that never stand without the next one, which are the beginning of one label. */
  joined(): ReadonlySet<string> {
    const joined = [...this.parts].filter(([text, { after, count }]) => {
      const next = after === null || after === text ? undefined : this.parts.get(after);
      if (after === null || next?.before !== text) return false;
      return count >= TOGETHER || goesOn(text, after);
    });
    return new Set(joined.map(([text]) => text));
  }
}

/** Whether a part goes on with a sentence that another began. */
function goesOn(before: string, after: string): boolean {
  return /^\p{Lu}/u.test(before) && /^\p{Ll}/u.test(after);
}

/** How the cells of a column are split. */
export interface Separation {
  /** Splits a cell into its labels. */
  readonly split: (text: string) => readonly string[];
  /** The share of the cells with several labels that have one of them twice. */
  readonly repeated: number;
}

/** Finds what separates the labels of a column. */
export class SeparatorSearch {
  readonly #bySeparator = SEPARATORS.map((separator) => new Parts(separator));

  add(text: string): void {
    for (const parts of this.#bySeparator) {
      parts.add(text);
    }
  }

  /**
   * How cells are split: by the first separator whose parts recur, or by one that hardly stands
   * within a label. `undefined` if no cell has several labels.
   */
  separation(): Separation | undefined {
    const several = this.#bySeparator.filter(({ cells }) => cells > 0);
    const found =
      several.find((parts) => isSeparator(parts)) ??
      several.find(({ separator }) => !NEEDS_RECURRENCE.has(separator));
    if (found === undefined) return undefined;
    const { separator, cells } = found;
    const repeated = found.repeated / cells;
    if (separator !== ",") return { split: (text) => partsOf(text, separator), repeated };
    const joined = found.joined();
    return { split: (text) => joinedParts(partsOf(text, separator), joined), repeated };
  }
}

/** Separators that stand within labels too. */
const NEEDS_RECURRENCE: ReadonlySet<Separator> = new Set(["#", ",", " "]);

/** The least share of parts that recur. */
const RECURRING = 1 / 2;

function isSeparator(parts: Parts): boolean {
  if (parts.recurrence < RECURRING) return false;
  return parts.separator !== " " || areWords(parts.parts.keys());
}

/** Whether these are names without blanks, as forms on telephones write them. */
function areWords(parts: Iterable<string>): boolean {
  return Iterator.from(parts).every((part) => /^[\w-]+$/.test(part));
}

/** The parts of a cell, without those that are empty; none is split within parentheses. */
function partsOf(text: string, separator: Separator): string[] {
  if (!text.includes(separator)) return [text.trim()].filter(Boolean);
  const pieces = text.includes("(") ? outsideParentheses(text, separator) : text.split(separator);
  return pieces.map((piece) => piece.trim()).filter(Boolean);
}

function outsideParentheses(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let [piece, depth] = ["", 0];
  for (const character of text) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === separator && depth <= 0) {
      pieces.push(piece);
      piece = "";
    } else piece += character;
  }
  return [...pieces, piece];
}

function joinedParts(parts: readonly string[], joined: ReadonlySet<string>): readonly string[] {
  const labels: string[] = [];
  let begun = "";
  for (const part of parts) {
    const text = begun + part;
    begun = joined.has(part) ? `${text}, ` : "";
    if (begun === "") labels.push(text);
  }
  return begun === "" ? labels : [...labels, begun.slice(0, -2)];
}
