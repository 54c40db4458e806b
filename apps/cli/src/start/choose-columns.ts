import * as clack from "@clack/prompts";
import { UsageError } from "@promptnce/providers/choose";
import { DataError, type TableStart } from "@promptnce/rows";

/** Which column is what: of x there may be several, and of counts none. */
export interface ColumnRoles {
  readonly x: readonly string[];
  readonly y: string;
  readonly count?: string | undefined;
}

/** Columns as options give them; `count` is `false` where nothing is counted. */
export type GivenColumns = {
  readonly [R in keyof ColumnRoles]?: ColumnRoles[R] | (R extends "count" ? false : never) | undefined;
};

/**
 * What a person would guess from the first rows, for what was not given: counts are whole numbers beside two other
 * columns, what people were shown is much the longest text or comes first, and labels come again and again.
 */
export function guessColumns(file: string, { columns, rows }: TableStart, given: GivenColumns): ColumnRoles {
  const named = Object.entries(given).flatMap(([role, names]) => [names || []].flat().map((name) => ({ role, name })));
  const there = `there are ${columns.join(", ").slice(0, 1000)}`;
  const stranger = named.find(({ name }) => !columns.includes(name));
  if (stranger !== undefined) {
    throw new UsageError(`--${stranger.role}: ${file} has no column ${stranger.name}; ${there}`);
  }
  const texts = (column: string): string[] => rows.map((text) => text(column).trim());
  const kinds = (column: string): number => new Set(texts(column)).size;
  const free = columns.filter((column) => kinds(column) > 1 && !named.some(({ name }) => name === column));
  const needed = Number(given.y === undefined) + Number(given.x === undefined);
  const counts = free.filter((column) => {
    const numbers = texts(column);
    // What numbers the rows counts nobody.
    const isNumbering = numbers.every((text, i) => Number(text) === Number(numbers[0]) + i);
    return !isNumbering && numbers.every((text) => /^\d+$/.test(text));
  });
  const count = given.count ?? (free.length > needed ? counts.at(-1) : undefined);
  const rest = free.filter((column) => column !== count);
  const length = (column: string): number => texts(column).join("").length;
  const open = rest.filter((column) => column !== given.y);
  const [longest = "", next = ""] = open.toSorted((a, b) => length(b) - length(a));
  // Where no text is much longer than others, x stands before y.
  const x = given.x ?? (length(longest) > 2 * length(next) ? [longest] : open.slice(0, 1));
  const labels = rest.filter((column) => !x.includes(column)).toReversed();
  const y = given.y ?? labels.toSorted((a, b) => kinds(a) - kinds(b))[0];
  if (y === undefined || x.length === 0) {
    throw new UsageError(`--y: what is x and what is y cannot be told; ${there}: say it with --x and --y`);
  }
  return { x, y, count: count || undefined };
}

/** What is needed of a library that asks. */
type Prompts = Pick<typeof clack, "select" | "multiselect" | "isCancel">;

/** Asks on standard error which column is what where that was not given; what was guessed is chosen by Enter. */
export async function askColumns(
  { columns, rows }: TableStart,
  given: GivenColumns,
  guess: ColumnRoles,
  { select, multiselect, isCancel }: Prompts = clack,
): Promise<ColumnRoles> {
  const output = process.stderr;
  const answered = <T>(answer: T | symbol): T => {
    if (isCancel(answer)) throw new DataError("No task was written.");
    return answer as T;
  };
  const choices = columns.map((value) => ({ value, label: value, hint: rows[0]?.(value).slice(0, 40) ?? "" }));
  const without = (...names: readonly string[]) => choices.filter(({ value }) => !names.includes(value));
  const which = async (message: string, initialValue: string, options: typeof choices): Promise<string> =>
    answered<string>(await select({ message, initialValue, options, output }));
  const y = given.y ?? (await which("Which column holds the label that people gave, y?", guess.y, choices));
  const [message, initialValues] = ["Which columns hold what they were shown, x?", guess.x.filter((one) => one !== y)];
  const x = given.x ?? answered<string[]>(await multiselect({ message, initialValues, options: without(y), output }));
  if (given.count !== undefined) return { x, y, count: given.count || undefined };
  const counts = [{ value: "", label: "none", hint: "each row is one answer" }, ...without(y, ...x)];
  const count = await which("Which column counts the people who gave it?", guess.count ?? "", counts);
  return { x, y, count: count || undefined };
}
