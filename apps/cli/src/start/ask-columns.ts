import * as clack from "@clack/prompts";
import { DataError } from "@promptnce/rows/errors";
import type { TableStart } from "@promptnce/rows/input";
import type { ColumnGuess, ColumnRoles, GivenColumns } from "./guess-columns.ts";

/** The interface required of a prompt library. */
type Prompts = Pick<typeof clack, "select" | "multiselect" | "isCancel">;

/**
 * Asks on standard error for the role of each column not given as an option. Enter accepts the
 * guess.
 */
export async function askColumns(
  { columns, rows }: TableStart,
  given: GivenColumns,
  { roles: guess }: ColumnGuess,
  { select, multiselect, isCancel }: Prompts = clack,
): Promise<ColumnRoles> {
  const output = process.stderr;
  const answered = <T>(answer: T | symbol): T => {
    if (isCancel(answer)) throw new DataError("No study was written.");
    return answer as T;
  };
  const choices = columns.map((value) => ({
    value,
    label: value,
    hint: rows[0]?.(value).slice(0, 40) ?? "",
  }));
  const without = (...names: readonly string[]) =>
    choices.filter(({ value }) => !names.includes(value));
  const askColumn = async (
    message: string,
    initialValue: string | undefined,
    options: typeof choices,
  ): Promise<string> => {
    const chosen = initialValue === undefined ? {} : { initialValue };
    return answered<string>(await select({ message, ...chosen, options, output }));
  };
  const known = guess.wide === undefined ? given : { ...given, y: guess.y, count: guess.count };
  const y =
    known.y ??
    (await askColumn("Which column holds the label that people gave, y?", guess.y, choices));
  const x =
    given.x ??
    answered<string[]>(
      await multiselect({
        message: "Which columns hold what they were shown, x?",
        initialValues: (guess.x ?? []).filter((column) => column !== y),
        options: without(y),
        output,
      }),
    );
  if (known.count !== undefined) return { ...guess, x, y, count: known.count || undefined };
  const counts = [
    { value: "", label: "none", hint: "each row is one answer" },
    ...without(y, ...x, ...(guess.weight === undefined ? [] : [guess.weight])),
  ];
  const count = await askColumn(
    "Which column counts the people who gave it?",
    guess.count ?? "",
    counts,
  );
  return { ...guess, x, y, count: count || undefined };
}
