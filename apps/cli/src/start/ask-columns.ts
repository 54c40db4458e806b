import * as clack from "@clack/prompts";
import { DataError, type TableStart } from "@promptnce/rows";
import type { ColumnRoles, GivenColumns } from "./guess-columns.ts";

/** What is needed of a library that asks. */
type Prompts = Pick<typeof clack, "select" | "multiselect" | "isCancel">;

/**
 * Asks the person at the terminal, on standard error, which column is what where that was not given; what was guessed
 * is chosen by Enter.
 *
 * @throws DataError where the person gives up.
 */
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
