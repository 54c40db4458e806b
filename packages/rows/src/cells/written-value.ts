/** What a program wrote into a cell: a scalar, a list, or names with values. */
export type WrittenValue = Scalar | readonly WrittenValue[] | ReadonlyMap<string, WrittenValue>;

type Scalar = string | number | boolean | null;

/** No cell is nested deeper. */
const DEEPEST = 12;

/** Matches a text that may be a list or a dict: what stands before its bracket names its type. */
const BRACKETED = /^(?:(?:np|numpy)\.\w+|array|c|list|tuple|set|frozenset|Counter|dict)?\s*[[({]/;

const CLOSING: ReadonlyMap<string, string> = new Map([
  ["[", "]"],
  ["(", ")"],
  ["{", "}"],
]);

/**
 * The list or dict that a cell holds, as programs write them: JSON, Python with its tuples, sets
 * and counters, NumPy without commas, `c("a", "b")` of R, `{a,"b c"}` of PostgreSQL. `undefined`
 * for any other text.
 */
export function writtenValue(text: string): Exclude<WrittenValue, Scalar> | undefined {
  if (!BRACKETED.test(text)) return undefined;
  const value = jsonOf(text) ?? new Reader(text).whole();
  return typeof value === "object" && value !== null ? value : undefined;
}

function jsonOf(text: string): WrittenValue | undefined {
  try {
    return ofJson(JSON.parse(text), 0);
  } catch {
    return undefined;
  }
}

function ofJson(value: unknown, depth: number): WrittenValue {
  if (depth > DEEPEST) throw new RangeError("nested too deep");
  if (Array.isArray(value)) return value.map((item) => ofJson(item, depth + 1));
  if (typeof value !== "object" || value === null) return value as Scalar;
  return new Map(Object.entries(value).map(([key, item]) => [key, ofJson(item, depth + 1)]));
}

/** Thrown where the text is no value, and caught by {@link Reader.whole}. */
class Unreadable extends Error {}

/** Reads one text from its start. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The value that the whole text holds; `undefined` if it holds none. */
  whole(): WrittenValue | undefined {
    try {
      const value = this.#value(0);
      return this.#peek() === "" ? value : undefined;
    } catch (error) {
      if (error instanceof Unreadable) return undefined;
      throw error;
    }
  }

  /** The next character that is no blank, which stays to be read; "" at the end. */
  #peek(): string {
    while (/\s/.test(this.#text.charAt(this.#at))) {
      this.#at++;
    }
    return this.#text.charAt(this.#at);
  }

  #value(depth: number): WrittenValue {
    if (depth > DEEPEST) throw new Unreadable();
    this.#peek();
    const prefix = matchAt(/[\w.]+(?=\s*\()|[ub](?=["'])/y, this.#text, this.#at) ?? "";
    this.#at += prefix.length;
    const opening = this.#peek();
    if (opening === '"' || opening === "'") return this.#quoted(opening);
    const closing = CLOSING.get(opening);
    if (closing === undefined) return bareValue(this.#bare());
    this.#at++;
    const items = this.#items(closing, depth);
    if (prefix !== "" && prefix !== "c") return calledWith(items);
    // A text in parentheses is no tuple.
    if (opening === "(" && prefix === "" && items.isSingle) throw new Unreadable();
    return items.names.size > 0 ? items.names : items.list;
  }

  #items(closing: string, depth: number): Items {
    const list: WrittenValue[] = [];
    const names = new Map<string, WrittenValue>();
    let commas = 0;
    for (;;) {
      const next = this.#peek();
      if (next === "") throw new Unreadable();
      if (next === closing) break;
      if (next === ",") {
        this.#at++;
        commas++;
        continue;
      }
      const value = this.#value(depth + 1);
      if (this.#peek() === ":" && closing === "}") {
        this.#at++;
        names.set(
          typeof value === "string" ? value : JSON.stringify(value),
          this.#value(depth + 1),
        );
      } else list.push(value);
    }
    this.#at++;
    const isSingle = commas === 0 && list.length < 2;
    return { list: commas === 0 ? list.flatMap(numbersOf) : list, names, isSingle };
  }

  #quoted(quote: string): string {
    let text = "";
    for (this.#at++; ; this.#at++) {
      const character = this.#text.charAt(this.#at);
      if (character === "") throw new Unreadable();
      if (character === quote) break;
      if (character === "\\") this.#at++;
      text += this.#text.charAt(this.#at);
    }
    this.#at++;
    return text;
  }

  /** A text without quotes, up to a comma, a colon or a bracket. */
  #bare(): string {
    const bare = matchAt(/[^,:[\](){}"']+/y, this.#text, this.#at);
    if (bare === undefined) throw new Unreadable();
    this.#at += bare.length;
    return bare.trim();
  }
}

/** What a sticky pattern matches at a place of the text. */
function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

interface Items {
  readonly list: readonly WrittenValue[];
  readonly names: ReadonlyMap<string, WrittenValue>;
  /** Whether there is one item at most, and no comma after it. */
  readonly isSingle: boolean;
}

/** What `array([…], dtype=object)`, `Counter({…})` or `np.str_("a")` stands for. */
function calledWith({ list, names }: Items): WrittenValue {
  const [first = []] = list;
  return names.size > 0 ? names : first;
}

const NOTHING = new Set(["None", "null", "nan", "NaN", "NA", "undefined"]);

function bareValue(text: string): Scalar {
  if (NOTHING.has(text)) return null;
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return text === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

/** Numbers that stand beside each other without commas, as NumPy writes them. */
function numbersOf(value: WrittenValue): readonly WrittenValue[] {
  if (typeof value !== "string" || !/^[-+\d.]+(\s+[-+\d.]+)+$/.test(value)) return [value];
  return value.split(/\s+/).map(Number);
}
